import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalList } from '#contract/approval-lists.ts';
import type { Insight, Phase, PregnancyWeek } from '#contract/cycle.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { type Caller, caller, doneBy, expectDone } from '#tests/desk/caller.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { newBearer, newClinician } from '#tests/desk/staff.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';

let app: TestDesk;
let staff: Caller;
let editor: Caller;
let reviewer: Caller;
let section: Section;
beforeAll(async () => {
  app = await testDesk();
  ({ staff } = app);
  editor = caller(app.url, await newBearer(app, 'editor'));
  reviewer = caller(app.url, (await newClinician(app, 'Dr Ngozi Eze', 'MBBS, MDCN 12345', 'reviewer')).bearer);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.pool.query(`TRUNCATE categories, pregnancy_weeks, phases, activities, insights, phase_descriptions,
    approvals CASCADE; UPDATE publish_rules SET rule = 'direct', gate = 'warn', due_months = 12`);
  for (const area of ['lady-due', 'cycle']) expectDone(await set({ rule: 'reviewed' }, area));
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Basics', trackingMode: 'PCOS' });
  section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'First' });
});

const set = (rules: object, area = 'lady-due', as = staff) => as.put(`/admin/${area}/publish-rule`, rules);
const requireIn = async (area: string) => void expectDone(await set({ gate: 'required' }, area));
const citations = ['WHO: Nutrition. https://www.who.int/health-topics/nutrition'];
const newCard = (fields: object = {}) =>
  staff.make<Card>(`${at}/cards`, {
    sectionId: section.id,
    title: 'Rest',
    publishStatus: 'published',
    citations,
    ...fields,
  });
const saved = async (path: string, fields: object) => expectDone(await staff.put(path, fields)) as { version: number };
const shown = async () =>
  [(await send(app.url, '/content/v1/lady-due/PCOS')).text, (await send(app.url, '/content/v1/cycle')).text] as const;
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const refusalOf = (answer: Answer) => {
  const { status, code, ids } = problemOf(answer);
  return [status, code, ids];
};
const listOf = async (area = 'lady-due') => expectDone(await staff.get(`/admin/${area}/approvals`)) as ApprovalList;
const readCards = async () => {
  const { categories } = expectDone(await staff.get(`${at}/categories`)) as {
    categories: { sections: { cards: Card[] }[] }[];
  };
  return categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards));
};
const approveCards = async () => {
  const records = (await readCards()).map(({ id, version }) => ({ id, version }));
  expectDone(await reviewer.post(`${at}/approvals`, { kind: 'card', records }));
};

/** A way to new words in the app: it prepares a card, and returns the call. */
type Way = () => Promise<{ act: () => Promise<Answer>; ids: string[] }>;
const on =
  (fields: object, call: (card: Card) => Promise<Answer>, prepare: (card: Card) => Promise<unknown> = async () => {}) =>
  async () => {
    const card = await newCard(fields);
    await prepare(card);
    return { act: () => call(card), ids: [card.id] };
  };
const cardAt = ({ id }: Card) => `${at}/cards/${id}`;
const change = (fields: object) => (card: Card) => staff.put(cardAt(card), fields);
const publish = (body: object) => (card: Card) => staff.post(`${cardAt(card)}/publish`, body);
const bulk =
  (action: string, more: object = {}) =>
  ({ id }: Card) =>
    staff.post(`${at}/cards/bulk`, { ids: [id], action, ...more });
const reword = (card: Card) => saved(cardAt(card), { title: 'Rest well' });
const [draft, inactive] = [{ publishStatus: 'draft' }, { isActive: false }];

/** The ways that lead there once the saved words are approved. */
const ways: Record<string, Way> = {
  'publishing saved changes': on({}, publish({}), reword),
  'scheduling saved changes': on({}, (card) => publish({ showFrom: soon() })(card), reword),
  'publishing the changes of several cards': on({}, bulk('publish-changes'), reword),
  'activating a card': on(inactive, change({ isActive: true })),
  'activating several cards': on(inactive, bulk('activate')),
  'publishing a draft': on(draft, change({ publishStatus: 'published' })),
  'scheduling a draft': on(draft, (card) => change({ publishStatus: 'scheduled', publishedAt: soon() })(card)),
  'publishing several drafts': on(draft, bulk('publish')),
  'scheduling several drafts': on(draft, (card) => bulk('schedule', { publishedAt: soon() })(card)),
  'the undo of a withdrawal': async () => {
    const card = await newCard();
    const withdrawal = await doneBy(change(inactive)(card));
    return { act: () => staff.undo(withdrawal), ids: [card.id] };
  },
  'an earlier version that was active': on(
    {},
    ({ id }) => staff.post(`/admin/history/card/${id}/restore`, { version: 1 }),
    (card) => saved(cardAt(card), inactive),
  ),
};

/** The ways to words that are not saved, so that nobody can have approved them. */
const waysOfNewWords: Record<string, Way> = {
  'publishing typed words': on({}, publish({ words: { title: 'Typed' } })),
  'scheduling typed words': on({}, (card) => publish({ words: { title: 'Typed' }, showFrom: soon() })(card)),
  'a new card': async () => ({
    act: () => staff.post(`${at}/cards`, { sectionId: section.id, title: 'New', publishStatus: 'published' }),
    ids: [],
  }),
  'a new week of pregnancy': async () => ({
    act: () => staff.post('/admin/cycle/pregnancy/weeks', { weekNumber: 12, babySize: 'A lime' }),
    ids: [],
  }),
  'an import': async () => {
    await newCard();
    const file = expectDone(await staff.get(`${at}/export/PCOS`));
    return { act: () => staff.post(`${at}/import`, { file, trackingMode: 'TRYING_TO_CONCEIVE' }), ids: [] };
  },
  'an import that replaces a mode': async () => {
    const card = await newCard();
    const file = expectDone(await staff.get(`${at}/export/PCOS`));
    await saved(cardAt(card), inactive);
    return {
      act: () => staff.post(`${at}/import`, { file, trackingMode: 'PCOS', strategy: 'replace' }),
      ids: [card.id],
    };
  },
  'the undo of a deletion': async () => {
    const card = await newCard();
    const deletion = await doneBy(staff.remove(cardAt(card)));
    return { act: () => staff.undo(deletion), ids: [] };
  },
  'a card from the bin': async () => {
    const card = await newCard();
    expectDone(await staff.remove(cardAt(card)));
    return { act: () => staff.post(`/admin/bin/card/${card.id}/restore`), ids: [] };
  },
  'the undo of a publication': async () => {
    const card = await newCard();
    await reword(card);
    const publication = await doneBy(publish({})(card));
    return { act: () => staff.undo(publication), ids: [card.id] };
  },
  'another number of a week': async () => {
    const week = await staff.make<PregnancyWeek>('/admin/cycle/pregnancy/weeks', {
      weekNumber: 12,
      babySize: 'A lime',
    });
    return { act: () => staff.put(`/admin/cycle/pregnancy/weeks/${week.id}`, { weekNumber: 13 }), ids: [week.id] };
  },
  'an insight in another phase': async () => {
    for (const phase of ['menstrual', 'luteal'])
      await staff.make<Phase>('/admin/cycle/phases', { phase, title: phase });
    const insight = await staff.make<Insight>('/admin/cycle/phases/menstrual/insights', { expectedMoods: ['Calm'] });
    return { act: () => staff.put(`/admin/cycle/insights/${insight.id}`, { phase: 'luteal' }), ids: [insight.id] };
  },
};

describe('the switch to required', () => {
  test('is refused while words without an approval are scheduled, and names their texts', async () => {
    const card = await newCard({ title: 'Sleep', publishStatus: 'scheduled', publishedAt: soon() });
    const next = await newCard({ title: 'Shown' });
    expectDone(await publish({ showFrom: soon(), words: { title: 'Beans' } })(next));
    const week = { showFrom: soon(), words: { babySize: 'A plum' } };
    const { id } = await staff.make<PregnancyWeek>('/admin/cycle/pregnancy/weeks', {
      weekNumber: 12,
      babySize: 'A lime',
    });
    expectDone(await staff.post(`/admin/cycle/pregnancy/weeks/${id}/publish`, week));
    const answer = await set({ gate: 'required' });
    expect(refusalOf(answer)).toEqual([409, 'scheduled_unapproved', [card.id, next.id]]);
    expect(problemOf(answer).detail).toContain(
      '2 scheduled texts have no approval by a clinician: “Sleep” and “Beans”.',
    );
    expect(refusalOf(await set({ gate: 'required' }, 'cycle'))).toEqual([409, 'scheduled_unapproved', [id]]);
    expect((await listOf()).gate).toBe('warn');
    expectDone(await staff.remove(`${cardAt(next)}/next`));
    await approveCards();
    await requireIn('lady-due');
  });

  test('is refused for a card that an area with direct publishing has scheduled, and leaves the area direct', async () => {
    expectDone(await set({ rule: 'direct' }));
    const card = await newCard({ publishStatus: 'scheduled', publishedAt: soon() });
    const required = { rule: 'reviewed', gate: 'required' };
    expect(refusalOf(await set(required))).toEqual([409, 'scheduled_unapproved', [card.id]]);
    expect(expectDone(await staff.get('/admin/lady-due/publish-rule'))).toMatchObject({ rule: 'direct', gate: 'warn' });
    expectDone(await change(inactive)(card));
    expectDone(await set(required));
  });

  test('passes over texts whose time has come, whose scheduled words the app shows already, or that are exempt', async () => {
    await newCard({ title: 'Due', publishStatus: 'scheduled', publishedAt: soon() });
    await app.database.pool.query("UPDATE cards SET published_at = now() - interval '1 hour' WHERE title = 'Due'");
    const back = await newCard();
    await reword(back);
    expectDone(await publish({ showFrom: soon(), words: { title: 'Later' } })(back));
    expectDone(await publish({ showFrom: soon(), words: { title: 'Rest', backgroundColor: '#112233' } })(back));
    const exempt = await newCard({ publishStatus: 'scheduled', publishedAt: soon() });
    const records = [{ id: exempt.id, version: exempt.version }];
    expectDone(await staff.post(`${at}/approvals/exempt`, { kind: 'card', records, reason: 'Wrong dose' }));
    await requireIn('lady-due');
  });
});

describe('where approvals are required', () => {
  test.each(Object.entries(ways))('%s answers 409 with the ids, and is done after the approval', async (_, way) => {
    const { act, ids } = await way();
    await requireIn('lady-due');
    const before = [await shown(), await readCards()];
    const refused = await act();
    expect(refusalOf(refused)).toEqual([409, 'not_approved', ids]);
    expect(problemOf(refused).detail).toContain('press “Ask for a review”');
    expect([await shown(), await readCards()]).toEqual(before);
    await approveCards();
    expectDone(await act());
  });

  test.each(Object.entries(waysOfNewWords))('%s answers 409, and changes nothing', async (_, way) => {
    const { act, ids } = await way();
    for (const area of ['lady-due', 'cycle']) await requireIn(area);
    const before = [await shown(), await readCards()];
    expect(refusalOf(await act())).toEqual([409, 'not_approved', ids]);
    expect([await shown(), await readCards()]).toEqual(before);
  });

  test('words leave the app, and words that it shows already stay, without an approval', async () => {
    const [one, other, scheduled] = [await newCard(), await newCard(), await newCard()];
    const next = { showFrom: soon(), words: { title: 'Later' } };
    expectDone(await staff.post(`${cardAt(scheduled)}/publish`, next));
    const words = { kind: 'card', records: [{ id: scheduled.id, version: 2 }] };
    expectDone(await reviewer.post(`${at}/approvals`, words));
    await requireIn('lady-due');
    const before = await shown();
    await reword(one);
    await saved(cardAt(one), { backgroundColor: '#112233' });
    expectDone(await staff.post(`${cardAt(one)}/back-to-shown`));
    const reversed = (await readCards()).map(({ id }) => id).toReversed();
    expectDone(await staff.put(`${at}/order`, { parentId: section.id, ids: reversed }));
    expect((await shown())[0].length).toBe(before[0].length);
    expectDone(await staff.remove(`${cardAt(scheduled)}/next`));
    for (const away of [change(inactive), bulk('draft')]) expectDone(await away(one));
    expectDone(await bulk('deactivate')(other));
    expectDone(await staff.remove(cardAt(other)));
    expect((await shown())[0]).not.toContain(one.id);
    // A card that nobody sees is written as before.
    await newCard(draft);
    await newCard(inactive);
    expectDone(await staff.post(`${at}/default-content`, { trackingMode: 'TRACK_PERIOD' }));
    expectDone(await staff.post(`${cardAt(scheduled)}/duplicate`));
  });

  test('of several records from the bin, those with approved words are restored', async () => {
    const card = await newCard();
    await approveCards();
    const other = await newCard({ title: 'Sleep' });
    for (const one of [card, other]) expectDone(await staff.remove(cardAt(one)));
    await requireIn('lady-due');
    const items = [other, card].map(({ id }) => ({ kind: 'card', id }));
    expect(expectDone(await staff.post('/admin/bin/restore', { items }))).toMatchObject({
      refused: [{ id: other.id, reason: expect.stringContaining('without an approval') as string }],
    });
    expect((await readCards()).map(({ id }) => id)).toEqual([card.id]);
  });

  test('each of several cards needs its own approval', async () => {
    const [one, other] = [await newCard(inactive), await newCard({ ...inactive, title: 'Sleep' })];
    await requireIn('lady-due');
    expectDone(
      await reviewer.post(`${at}/approvals`, { kind: 'card', records: [{ id: one.id, version: one.version }] }),
    );
    const activate = () => staff.post(`${at}/cards/bulk`, { ids: [one.id, other.id], action: 'activate' });
    expect(refusalOf(await activate())).toEqual([409, 'not_approved', [other.id]]);
    expectDone(await reviewer.remove(`${at}/approvals/${one.id}`));
    expect(refusalOf(await activate())).toEqual([409, 'not_approved', [one.id, other.id]]);
  });

  test('an administrator exempts words with a reason; they remain unapproved, and a change ends it', async () => {
    const card = await newCard(inactive);
    await requireIn('lady-due');
    const exempt = (reason: string, as = staff, version = card.version) =>
      as.post(`${at}/approvals/exempt`, { kind: 'card', records: [{ id: card.id, version }], reason });
    expect(refusalOf(await exempt('Wrong dose', editor))).toEqual([403, 'not_allowed', undefined]);
    expect((await exempt('')).status).toBe(422);
    expect(refusalOf(await exempt('Wrong dose', staff, 7))).toEqual([409, 'changed_since', [card.id]]);
    const operation = await doneBy(exempt('The dose was wrong'));
    expect(refusalOf(await exempt('Again'))).toEqual([409, 'unchanged', undefined]);
    expectDone(await change({ isActive: true })(card));
    expect(await listOf()).toMatchObject({
      approvals: [],
      exemptions: [{ id: card.id, reason: 'The dose was wrong' }],
      unapproved: 1,
      gate: 'required',
    });
    const { operations } = await staff.operations('?limit=10');
    expect(operations.find(({ id }) => id === operation)).toMatchObject({
      action: 'exempt',
      label: 'Rest',
      details: '',
      undoable: false,
    });
    await reword(card);
    expect((await listOf()).exemptions).toEqual([]);
    expect(refusalOf(await publish({})(card))).toEqual([409, 'not_approved', [card.id]]);
    await approveCards();
    expect(refusalOf(await exempt('For nothing', staff, 3))).toEqual([409, 'unchanged', undefined]);
    expectDone(await publish({})(card));
    expect(await listOf()).toMatchObject({ exemptions: [], unapproved: 0 });
  });
});

test('the number without an approval is that of the words in the app, not of the saved ones', async () => {
  const card = await newCard();
  await approveCards();
  expect((await listOf()).unapproved).toBe(0);
  await reword(card);
  expect(await listOf()).toMatchObject({ approvals: [], unapproved: 0 });
  expectDone(await publish({})(card));
  expect((await listOf()).unapproved).toBe(1);
});

test('without the requirement, unapproved words come into the app', async () => {
  for (const gate of ['off', 'warn']) {
    expectDone(await set({ gate }));
    await newCard();
  }
  expect((await listOf()).unapproved).toBe(2);
});

test('the rules of an area: approvals are required only in a reviewed one, and fall due when it says', async () => {
  expect(expectDone(await staff.get('/admin/cycle/publish-rule'))).toEqual({
    rule: 'reviewed',
    gate: 'warn',
    dueMonths: 12,
    waiting: 0,
  });
  const operation = await doneBy(set({ gate: 'required', dueMonths: 24 }));
  const { operations } = await staff.operations('?limit=1');
  expect(operations).toMatchObject([{ id: operation, details: 'approvals required, due after 24 months' }]);
  expect(refusalOf(await set({ rule: 'direct' }))).toEqual([422, 'invalid', undefined]);
  expect(refusalOf(await set({ gate: 'off' }, 'lady-due', editor))).toEqual([403, 'not_allowed', undefined]);
  expect((await set({ dueMonths: 13 })).status).toBe(422);
  expect((await set({ gate: 'required' })).headers['operation-id']).toBeUndefined();
  await newCard(inactive);
  await approveCards();
  const { approvals, dueMonths } = await listOf();
  const years = (iso = '') => new Date(iso).getUTCFullYear();
  expect([dueMonths, years(approvals[0]?.dueAt) - years(approvals[0]?.at)]).toEqual([24, 2]);
  expectDone(await set({ gate: 'off', rule: 'direct' }));
  expect(refusalOf(await set({ gate: 'required' }))).toEqual([422, 'invalid', undefined]);
});
