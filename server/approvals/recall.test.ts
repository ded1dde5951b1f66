import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { approvalsApi } from '#contract/approvals.ts';
import type { Card, Category, CategoryTree, Section } from '#contract/lady-due.ts';
import type { RecallText, recallApi } from '#contract/recall.ts';
import type { Output } from '#contract/route.ts';
import { sourceKey } from '#contract/source-key.ts';
import { seededRandom } from '#server/database/seeded-random.ts';
import { type Caller, caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, newBearer, newClinician, startSession } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';
import { plainPicture, upload } from '#tests/records/pictures.ts';

let app: TestDesk;
let staff: Caller;
let editor: Caller & { id: string };
let clinician: Caller & { id: string };
let section: Section;
beforeAll(async () => {
  app = await testDesk();
  ({ staff } = app);
  const { id } = await addAdmin(app, undefined, 'Bọ́lá Ìgè', 'editor');
  editor = { id, ...caller(app.url, (await startSession(app, { id })).session.token) };
  const found = await newClinician(app, 'Dr Ngozi Eze', 'MBBS, MDCN 12345', 'reviewer');
  clinician = { id: found.id, ...caller(app.url, found.bearer) };
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.pool.query(`TRUNCATE categories, pregnancy_weeks, phases, activities, insights, phase_descriptions,
    approvals, review_requests CASCADE; UPDATE publish_rules SET rule = 'direct', gate = 'warn'`);
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Basics', trackingMode: 'PCOS' });
  section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'First' });
});

type Made = { id: string; version: number };
const sentence = 'Take ten tablets of iron each day.';
const weeks = '/admin/cycle/pregnancy/weeks';
const newCard = (fields: object = {}) =>
  staff.make<Card>(`${at}/cards`, { sectionId: section.id, title: 'Iron', publishStatus: 'published', ...fields });
const newWeek = (weekNumber: number, fields: object = {}) => staff.make<Made>(weeks, { weekNumber, ...fields });
/** Replaces the cards of the section by a file. */
async function importCards(cards: readonly object[]): Promise<Card[]> {
  const file = expectDone(await staff.get(`${at}/export/PCOS`)) as {
    categories: { sections: { cards: object[] }[] }[];
  };
  for (const one of file.categories[0]?.sections ?? []) one.cards = [...cards];
  expectDone(await staff.post(`${at}/import`, { file, trackingMode: 'PCOS', strategy: 'replace' }));
  const { categories } = expectDone(await staff.get(`${at}/categories`)) as { categories: CategoryTree[] };
  return categories.flatMap(({ sections }) => sections.flatMap((one) => one.cards));
}
const save = async (card: Card, fields: object) =>
  expectDone(await staff.put(`${at}/cards/${card.id}`, fields)) as Card;
const switchTo = async (rules: object) => {
  for (const area of ['lady-due', 'cycle']) expectDone(await staff.put(`/admin/${area}/publish-rule`, rules));
};
/** The public content, without the times of changes. */
const publicly = async () =>
  [await send(app.url, '/content/v1/lady-due/PCOS'), await send(app.url, '/content/v1/cycle')].map(({ text }) =>
    text.replaceAll(/"updatedAt":"[^"]*"/g, ''),
  );
const cardIds = (texts: readonly RecallText[]) => texts.map(({ id }) => id);
const find = async ({ id }: Made, asked = sentence, kind = 'card', as = editor) =>
  as.get(`/admin/recall?${new URLSearchParams({ kind, id, sentence: asked })}`);
const found = async (text: Made, asked = sentence, kind = 'card') =>
  (expectDone(await find(text, asked, kind)) as Output<typeof recallApi.recall.find>).texts;
/** Recalls a sentence in the texts that have it now. */
async function recall(text: Made, more: object = {}, kind = 'card', as: Caller = editor) {
  const texts = await found(text, sentence, kind);
  const seen = texts.filter(({ reasons }) => reasons.includes('sentence')).map(({ id, version }) => ({ id, version }));
  const body = { kind, id: text.id, sentence, replacement: null, reason: 'Far too much', related: false, seen };
  return as.post('/admin/recall', { ...body, ...more });
}
const requests = async () => {
  const lists = await Promise.all(
    ['lady-due', 'cycle'].map(async (area) => expectDone(await editor.get(`/admin/${area}/approvals/requests`))),
  );
  return (lists as Output<typeof approvalsApi.cycleApprovals.requests>[]).flatMap((list) => list.requests);
};
const refusalOf = (answer: Answer) => {
  const { status, code, ids, errors } = problemOf(answer);
  return [status, code, ids ?? errors?.map(({ path }) => path)];
};

describe('the texts of a recall', () => {
  test('have the sentence in any field, saved, in the app or scheduled, or a source or picture of the text', async () => {
    const { imageUrl: picture } = (await upload(app, await newBearer(app), await plainPicture('png'))).json as {
      imageUrl: string;
    };
    const source = 'WHO: Anaemia. https://www.who.int/news-room/fact-sheets/detail/anaemia';
    const card = await newCard({
      description: sentence,
      citations: [source],
      headerImageUrl: picture,
      headerImageAlt: 'Iron',
    });
    const same = await newCard({
      title: 'TAKE TEN TABLETS of iron each day',
      richContent: `<p><img src="${picture}" alt="x"></p>`,
    });
    const cited = await newWeek(8, {
      citations: ['see http://who.int/news-room/fact-sheets/detail/anaemia/'],
      tips: [sentence],
    });
    const other = await newWeek(9, { citations: [source], tips: ['Rest.'], isActive: false });
    await newWeek(10, { citations: ['Another'], tips: ['Take ten tablets.'] });
    await newCard({ citations: [sentence] });
    await switchTo({ rule: 'reviewed' });
    const changed = await newCard({ description: sentence });
    await save(changed, { description: 'Rest.' });
    const planned = await newCard({ description: 'Rest.' });
    const showFrom = new Date(Date.now() + 3_600_000).toISOString();
    expectDone(await staff.post(`${at}/cards/${planned.id}/publish`, { showFrom, words: { description: sentence } }));
    await save(planned, { description: 'Sleep.' });
    const texts = await found(card);
    expect(texts.map(({ id, reasons, isShown }) => [id, reasons, isShown])).toEqual([
      [card.id, ['sentence'], true],
      [same.id, ['sentence', 'picture'], true],
      [changed.id, ['sentence'], true],
      [planned.id, ['sentence'], true],
      [cited.id, ['sentence', 'source'], true],
      [other.id, ['source'], false],
    ]);
    expect(texts[0]).toMatchObject({ kind: 'card', label: 'Iron', version: card.version, comesAt: null });
    const scheduled = await newCard({ description: sentence, publishStatus: 'scheduled', publishedAt: showFrom });
    expect((await found(card)).find(({ id }) => id === scheduled.id)).toMatchObject({
      isShown: false,
      comesAt: showFrom,
    });
  });

  test('are the same as in a search of all words, in 200 random texts', async () => {
    const random = seededRandom('recall');
    const of = <T>(all: readonly T[]) => random.pick(all);
    const parts = ['Rest.', 'Drink water.', sentence, sentence.toUpperCase(), 'Take ten tablets of iron', 'Eat beans.'];
    const sources = Array.from({ length: 8 }, (_, index) => `https://www.who.int/${index}`);
    const words = () => `${of(parts)} ${of(parts)} ${of(parts)}`;
    const rows = Array.from({ length: 200 }, (_, index) => ({
      title: `Text ${index}`,
      description: words(),
      citations: [of(sources)],
      publishStatus: 'published',
    }));
    const made = await importCards(rows);
    // Half of them have other words in the app.
    await switchTo({ rule: 'reviewed' });
    const saved = new Map<string, string>();
    for (const { id } of made.filter((_, index) => index % 2 === 0)) saved.set(id, words());
    await importCards(made.map((card) => ({ ...card, description: saved.get(card.id) ?? card.description })));
    const has = (text: string | undefined) =>
      text?.toLowerCase().includes(sentence.toLowerCase().slice(0, -1)) === true;
    const origin = made.find(({ description }) => has(description)) as Card;
    const keys = new Set(origin.citations.map(sourceKey));
    const expected = made.flatMap(({ id, description, citations }) => {
      const reasons = [
        ...(has(description) || has(saved.get(id)) ? ['sentence'] : []),
        ...(id !== origin.id && citations.some((one) => keys.has(sourceKey(one))) ? ['source'] : []),
      ];
      return reasons.length > 0 ? [[id, reasons] as const] : [];
    });
    const texts = await found(origin);
    expect(texts.length).toBeGreaterThan(80);
    expect(new Map(texts.map(({ id, reasons }) => [id, reasons]))).toEqual(new Map(expected));
    // After the recall, no words of the app have it.
    expectDone(await recall(origin, { replacement: 'Take one.' }));
    expect((await publicly()).join('').toLowerCase()).not.toContain('ten tablets of iron each day');
    expect(refusalOf(await find(origin))).toEqual([422, 'invalid', ['sentence']]);
  });

  test('are refused for a text that lacks the sentence or is gone, and to reviewers', async () => {
    const card = await newCard({ description: 'Rest.' });
    expect(refusalOf(await find(card))).toEqual([422, 'invalid', ['sentence']]);
    expect(refusalOf(await find(card, 'Rest'))).toEqual([422, 'invalid', ['sentence']]);
    expect((await find({ id: '01990000-0000-7000-8000-000000000000', version: 1 })).status).toBe(404);
    expect(refusalOf(await find(card, sentence, 'card', clinician))).toEqual([403, 'not_allowed', undefined]);
    expect((await clinician.post('/admin/recall', {})).status).toBe(403);
  });
});

/** Texts of each kind with the sentence, each in a field of its own type. */
async function everyKind() {
  const phases = '/admin/cycle/phases';
  await newCard({ richContent: '<p>Rest. Take <strong>ten tablets</strong> of iron each day. Drink.</p>' });
  await newWeek(8, { tips: ['Rest.', sentence], developments: [sentence] });
  await staff.make(phases, { phase: 'luteal', title: 'Late', longDescription: `${sentence} Rest.` });
  await staff.make(`${phases}/luteal/activities`, { name: 'Walk', description: sentence });
  await staff.make(`${phases}/luteal/insights`, { recommendations: [sentence, 'Rest.'] });
  await staff.make('/admin/cycle/phase-descriptions', { phase: 'luteal', title: 'About', description: sentence });
}

describe('a recall', () => {
  test.each([
    ['in the app at once', 'direct'],
    ['published', 'reviewed'],
  ])('takes every text out of the app whose words are %s; one undo brings them back', async (_, rule) => {
    await everyKind();
    await switchTo({ rule });
    const card = await newCard({ description: `Rest. ${sentence}` });
    const unshown = await newCard({ description: sentence, isActive: false });
    const before = await publicly();
    expect(before.join('').split('each day').length).toBeGreaterThan(7);
    const answer = await recall(card);
    expect(expectDone(answer)).toEqual({ changed: 7, asked: 8, exempt: 0 });
    expect((await publicly()).join('')).not.toContain('each day');
    const asked = await requests();
    expect(asked).toHaveLength(8);
    expect(asked[0]).toMatchObject({
      state: 'open',
      by: { id: editor.id },
      of: null,
      note: `The sentence ‘${sentence}’ was recalled: Far too much`,
      isChanged: false,
    });
    const { operations } = await staff.operations('?limit=1');
    expect(operations[0]).toMatchObject({
      action: 'recall',
      kind: 'card',
      entityId: card.id,
      count: 8,
      undoable: true,
    });
    await doneBy(editor.undo(operationOf(answer) ?? ''));
    expect(await publicly()).toEqual(before);
    expect(await requests()).toEqual([]);
    expect(cardIds(await found(card))).toContain(unshown.id);
  });

  test('replaces the sentence in each field, and undo brings it back', async () => {
    await everyKind();
    const card = await newCard({ description: `Rest. ${sentence}` });
    const before = await publicly();
    const answer = await recall(card, { replacement: 'Take what your nurse says' });
    expect(expectDone(answer)).toEqual({ changed: 7, asked: 7, exempt: 0 });
    const [mode = '', cycle = ''] = await publicly();
    expect(mode + cycle).not.toContain('each day');
    expect(mode).toContain('<p>Rest. Take what your nurse says. Drink.</p>');
    expect(mode).toContain('"Rest. Take what your nurse says."');
    expect(cycle.split('Take what your nurse says.')).toHaveLength(7);
    await doneBy(editor.undo(operationOf(answer) ?? ''));
    expect(await publicly()).toEqual(before);
  });

  test('removes it from the words in the app, the scheduled and the saved ones; other changes stay unpublished', async () => {
    await switchTo({ rule: 'reviewed' });
    const card = await newCard({ title: 'v1', description: `In the app. ${sentence}` });
    const showFrom = new Date(Date.now() + 3_600_000).toISOString();
    const planned = { showFrom, words: { title: 'v2', description: `Planned. ${sentence}` } };
    expectDone(await staff.post(`${at}/cards/${card.id}/publish`, planned));
    await save(card, { title: 'v3', description: `Saved. ${sentence}` });
    const before = await publicly();
    const answer = await recall(card, { replacement: '' });
    expectDone(answer);
    expect((await publicly())[0]).toContain('"title":"v1","description":"In the app."');
    const state = async () => {
      const { rows } = await app.database.pool.query<object>(
        'SELECT title, description, has_changes AS "hasChanges", next_from IS NOT NULL AS "isPlanned" FROM cards',
      );
      return rows[0];
    };
    expect(await state()).toEqual({ title: 'v3', description: 'Saved.', hasChanges: true, isPlanned: true });
    await app.database.pool.query("UPDATE cards SET next_from = next_from - interval '1 hour'");
    expect((await publicly())[0]).toContain('"title":"v2","description":"Planned."');
    await app.database.pool.query("UPDATE cards SET next_from = next_from + interval '1 hour'");
    await doneBy(editor.undo(operationOf(answer) ?? ''));
    expect(await publicly()).toEqual(before);
    expect(await state()).toMatchObject({ title: 'v3', description: `Saved. ${sentence}`, isPlanned: true });
  });

  test('asks for a review of the texts with the same source or picture, too, if wanted', async () => {
    const source = 'https://www.who.int/anaemia';
    const card = await newCard({ description: sentence, citations: [source] });
    const other = await newWeek(9, { citations: [source] });
    expect(expectDone(await recall(card, { related: true }))).toEqual({ changed: 1, asked: 2, exempt: 0 });
    expect(cardIds((await requests()) as never)).toEqual([card.id, other.id]);
    expect((await publicly())[1]).toContain('"weekNumber":9');
  });

  test('has its requests taken back by undo, as they were before, but none with another turn since', async () => {
    const card = await newCard({ description: sentence });
    const [asked, answered] = [
      await newCard({ title: 'Beans', description: sentence }),
      await newWeek(9, { tips: [sentence] }),
    ];
    const note = { of: clinician.id, dueOn: '2099-01-01', note: 'For Monday' };
    expectDone(await staff.post(`${at}/approvals/requests`, { kind: 'card', ids: [asked.id], ...note }));
    const [before] = await requests();
    const first = operationOf(await recall(card)) ?? '';
    const second = operationOf(await recall(card, { reason: 'Really' })) ?? '';
    expect((await requests()).map((one) => one.note.slice(-6))).toEqual(['Really', 'Really', 'Really']);
    const { version } = (await found(card)).find(({ id }) => id === answered.id) as RecallText;
    const changes = { kind: 'pregnancy-week', id: answered.id, version, note: 'Say how much' };
    expectDone(await clinician.post('/admin/cycle/approvals/changes', changes));
    await doneBy(editor.undo(second));
    expect((await requests()).map((one) => one.note.slice(-8))).toEqual(['too much', 'too much', 'how much']);
    await doneBy(editor.undo(first));
    expect(await requests()).toEqual([before, expect.objectContaining({ id: answered.id, state: 'changes' })]);
  });

  test('is refused for other texts than were seen', async () => {
    const card = await newCard({ description: sentence });
    const seen = [{ id: card.id, version: card.version }];
    const other = await newCard({ description: sentence });
    expect(refusalOf(await recall(card, { seen }))).toEqual([409, 'changed_since', [other.id]]);
    const both = [...seen, { id: other.id, version: other.version }];
    const changed = await save(other, { title: 'Beans' });
    expect(refusalOf(await recall(card, { seen: both }))).toEqual([409, 'changed_since', [other.id]]);
    await save(changed, { description: 'Rest.' });
    expect(refusalOf(await recall(card, { seen: both }))).toEqual([409, 'changed_since', []]);
    expect((await publicly())[0]).toContain(sentence);
  });

  test('is refused, whole, where the new words break a rule or need an approval', async () => {
    const card = await newCard({ description: sentence });
    const titled = await newCard({ title: sentence });
    const before = await publicly();
    const refused = await recall(card, { replacement: '' });
    expect(refusalOf(refused)).toEqual([409, 'cannot_replace', [titled.id]]);
    expect(problemOf(refused).detail).toContain(`“${sentence}”`);
    expect(refusalOf(await recall(card, { replacement: `No. ${sentence}` }))).toEqual([
      422,
      'invalid',
      ['replacement'],
    ]);
    expect(refusalOf(await recall(card, { reason: ' ' }))).toEqual([422, 'invalid', ['reason']]);
    await switchTo({ rule: 'reviewed' });
    await switchTo({ gate: 'required' });
    const unapproved = await recall(card, { replacement: 'Take one.' });
    expect(refusalOf(unapproved)).toEqual([409, 'not_approved', [card.id, titled.id]]);
    expect(problemOf(unapproved).detail).toContain('An administrator can replace or remove the sentence now');
    expect([await publicly(), await requests()]).toEqual([before, []]);
    expect(expectDone(await recall(card))).toEqual({ changed: 2, asked: 2, exempt: 0 });
    expect((await publicly())[0]).not.toContain('each day');
  });

  test('where approvals are required, an administrator replaces words, which are exempt then', async () => {
    const [card, reworded] = [await newCard({ description: sentence }), await newCard({ description: sentence })];
    const week = await newWeek(9, { tips: [sentence, 'Rest.'] });
    await switchTo({ rule: 'reviewed' });
    await switchTo({ gate: 'required' });
    await save(reworded, { title: 'Saved' });
    const replace = () => recall(card, { replacement: 'Take one.' }, 'card', staff);
    // As for every exemption, the administrator confirms the identity.
    await app.database.pool.query("UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour'");
    expect(refusalOf(await replace())).toEqual([403, 'confirm_identity', undefined]);
    await app.database.pool.query("UPDATE sessions SET confirmed_at = confirmed_at + interval '1 hour'");
    const answer = await replace();
    expect(expectDone(answer)).toEqual({ changed: 3, asked: 3, exempt: 3 });
    const [mode = '', cycle = ''] = await publicly();
    expect([mode.split('Take one.').length, cycle.includes('Take one.')]).toEqual([3, true]);
    expect(mode).not.toContain('Saved');
    const listOf = async (area: string) => expectDone(await staff.get(`/admin/${area}/approvals`));
    const exemption = { name: expect.any(String) as string, reason: 'Far too much' };
    expect(await listOf('lady-due')).toMatchObject({ unapproved: 2, exemptions: [{ id: card.id, ...exemption }] });
    expect(await listOf('cycle')).toMatchObject({ unapproved: 1, exemptions: [{ id: week.id, ...exemption }] });
    const { operations } = await staff.operations('?limit=1');
    expect(operations[0]).toMatchObject({ action: 'recall', details: 'exempt from approval' });
    const removed = expectDone(
      await staff.get(`/admin/recall?${new URLSearchParams({ kind: 'card', id: card.id, sentence: 'Take one.' })}`),
    );
    const seen = (removed as { texts: Made[] }).texts.map(({ id, version }) => ({ id, version }));
    const rest = { sentence: 'Take one.', replacement: '', seen };
    expect(
      expectDone(
        await staff.post('/admin/recall', { kind: 'card', id: card.id, reason: 'All of it', related: false, ...rest }),
      ),
    ).toMatchObject({ exempt: 3 });
    expect((await publicly()).join('')).not.toContain('Take one.');
  });
});
