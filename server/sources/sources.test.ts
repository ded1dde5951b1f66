import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceKey } from '#contract/source-key.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { problemOf } from '#tests/desk/send.ts';

import { newBearer } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let staff: Caller;
beforeAll(async () => {
  app = await testApp();
  staff = caller(app.url, await newBearer(app));
});
afterAll(() => app.close());

type Made = { id: string; version: number };
type Used = {
  mark: { state: string; note: string; markedBy: { name: string } } | null;
  texts: { kind: string; id: string; title: string }[];
};

const anaemia = 'WHO: Anaemia. https://www.who.int/news-room/fact-sheets/detail/anaemia';
const key = sourceKey(anaemia);

async function newCard(citations: string[], title = 'Iron', more: object = {}) {
  const category = await staff.make<Made>('/admin/lady-due/categories', { name: 'Body', trackingMode: 'PCOS' });
  const section = await staff.make<Made>('/admin/lady-due/sections', { categoryId: category.id, title: 'Blood' });
  return staff.make<Made>('/admin/lady-due/cards', { sectionId: section.id, title, citations, ...more });
}

const uses = async (of: string) =>
  expectDone(await staff.get(`/admin/sources/uses?key=${encodeURIComponent(of)}`)) as Used;
const idsOf = async (of: string) => (await uses(of)).texts.map(({ id }) => id);
const mark = (body: object) => staff.put('/admin/sources/mark', body);

describe('the texts that cite a source', () => {
  test('are found in all six kinds, however the source is written', async () => {
    const card = await newCard([anaemia]);
    const path = '/admin/cycle';
    const made = {
      phase: await staff.make<Made>(`${path}/phases`, { phase: 'luteal', title: 'Late', citations: [anaemia] }),
      activity: await staff.make<Made>(`${path}/phases/luteal/activities`, {
        name: 'Rest',
        citations: [`see http://who.int/news-room/fact-sheets/detail/anaemia/`],
      }),
      insight: await staff.make<Made>(`${path}/phases/luteal/insights`, {
        citations: ['HTTPS://WWW.WHO.INT/news-room/fact-sheets/detail/anaemia#top'],
      }),
      'phase-description': await staff.make<Made>(`${path}/phase-descriptions`, {
        phase: 'luteal',
        title: 'About',
        citations: ['https://www.who.int/news-room/fact-sheets/detail/anaemia?utm_source=app', 'Another'],
      }),
      'pregnancy-week': await staff.make<Made>(`${path}/pregnancy/weeks`, {
        weekNumber: 20,
        citations: ['(www.who.int/news-room/fact-sheets/detail/anaemia)'],
      }),
    };
    await newCard(['https://www.who.int/news-room/fact-sheets/detail/malaria'], 'Nets');
    const { texts } = await uses(key);
    expect(Object.fromEntries(texts.map(({ kind, id }) => [kind, id]))).toEqual({
      card: card.id,
      ...Object.fromEntries(Object.entries(made).map(([kind, { id }]) => [kind, id])),
    });
    expect(texts.map(({ title }) => title)).toEqual(expect.arrayContaining(['Iron', 'Late', 'Rest', 'About']));
    const { sources } = expectDone(await staff.get('/admin/sources')) as { sources: { key: string; texts: number }[] };
    expect(sources[0]).toMatchObject({ key, texts: 6, mark: null });
    expect(sources).toContainEqual(expect.objectContaining({ key: 'text:another', citation: 'Another', texts: 1 }));
  });

  test('are those of the words in the app too, and of the words that are scheduled', async () => {
    const [old, saved, next] = ['PMID 11111', 'PMID 22222', 'PMID 33333'] as const;
    const at = '/admin/lady-due';
    expectDone(await staff.put(`${at}/publish-rule`, { rule: 'reviewed' }));
    const card = await newCard([old], 'Shown', { publishStatus: 'published' });
    expectDone(
      await staff.post(`${at}/cards/${card.id}/publish`, {
        showFrom: '2099-01-01T00:00:00.000Z',
        words: { citations: [next] },
      }),
    );
    expectDone(await staff.put(`${at}/cards/${card.id}`, { citations: [saved] }));
    for (const one of ['pmid:11111', 'pmid:22222', 'pmid:33333']) expect(await idsOf(one)).toEqual([card.id]);
    // Once the time has come, the app no longer shows the first words.
    await app.database.pool.query("UPDATE cards SET next_from = now() - interval '1 minute' WHERE id = $1", [card.id]);
    expect(await Promise.all(['pmid:11111', 'pmid:22222', 'pmid:33333'].map(idsOf))).toEqual([
      [],
      [card.id],
      [card.id],
    ]);
    expectDone(await staff.remove(`${at}/cards/${card.id}`));
    expect(await idsOf('pmid:22222')).toEqual([]);
  });

  test('are the same as in a search of every text, for each source', async () => {
    const { rows } = await app.database.pool.query<{ id: string; citations: string[] }>(
      ['cards', 'phases', 'activities', 'insights', 'phase_descriptions', 'pregnancy_weeks']
        .map((table) => `SELECT id, citations FROM ${table} WHERE shown IS NULL AND next IS NULL`)
        .join(' UNION ALL '),
    );
    const { sources } = expectDone(await staff.get('/admin/sources')) as { sources: { key: string; texts: number }[] };
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) {
      const citing = rows.filter(({ citations }) => citations.some((one) => sourceKey(one) === source.key));
      expect((await idsOf(source.key)).toSorted(), source.key).toEqual(citing.map(({ id }) => id).toSorted());
      expect(source.texts).toBe(citing.length);
    }
  });
});

describe('a mark of a source', () => {
  test('has its state, its note and who set it; it is changed, removed and logged', async () => {
    expectDone(await mark({ key, state: 'superseded', note: 'Replaced in 2025' }));
    expect((await uses(key)).mark).toMatchObject({
      state: 'superseded',
      note: 'Replaced in 2025',
      markedBy: { name: expect.any(String) },
    });
    expect((await staff.operations('?limit=1')).operations[0]).toMatchObject({
      action: 'mark-source',
      kind: 'source',
      label: key,
      details: 'as superseded: Replaced in 2025',
      undoable: false,
    });
    expectDone(await mark({ key, state: 'withdrawn' }));
    const listed = expectDone(await staff.get('/admin/sources?marked=true')) as { sources: object[] };
    expect(listed.sources).toMatchObject([{ key, texts: 6, mark: { state: 'withdrawn', note: '' } }]);
    expect(expectDone(await mark({ key, state: null }))).toEqual({ mark: null });
    expect((await staff.operations('?limit=1')).operations[0]).toMatchObject({ action: 'unmark-source', label: key });
    expect((await uses(key)).mark).toBeNull();
    expect(expectDone(await staff.get('/admin/sources?marked=true'))).toEqual({ sources: [] });
  });

  test('asks for a review of each text that cites the source, once for each state', async () => {
    const source = 'https://www.who.int/asked';
    const [card, other] = [await newCard([source]), await newCard([source], 'Beans')];
    await newCard(['https://www.who.int/other']);
    const path = '/admin/lady-due/approvals/requests';
    const notes = async () => {
      const { requests } = expectDone(await staff.get(path)) as { requests: { id: string; note: string }[] };
      return Object.fromEntries(requests.map(({ id, note }) => [id, note]));
    };
    const before = await notes();
    expectDone(await staff.post(path, { kind: 'card', ids: [other.id], note: 'For Monday' }));
    const markIt = async (body: object) => void expectDone(await mark({ key: sourceKey(source), ...body }));
    await markIt({ state: 'superseded', note: 'See 2026' });
    const note = 'Superseded source: who.int/asked. See 2026';
    expect(await notes()).toEqual({ ...before, [card.id]: note, [other.id]: 'For Monday' });
    expectDone(await staff.remove(`${path}/${card.id}`));
    await markIt({ state: 'superseded', note: 'See 2027' });
    expect(await notes()).toEqual({ ...before, [other.id]: 'For Monday' });
    await markIt({ state: 'withdrawn' });
    expect(await notes()).toMatchObject({ [card.id]: 'Withdrawn source: who.int/asked' });
    await markIt({ state: null });
    expect(await notes()).toHaveProperty(card.id);
  });

  test('may have any key, however long, and two keys never share it', async () => {
    const long = `text:${'ọ'.repeat(995)}`;
    expectDone(await mark({ key: long, state: 'withdrawn' }));
    expect((await uses(long)).mark).toMatchObject({ state: 'withdrawn' });
    expect((await uses(`${long}ọ`)).mark).toBeNull();
  });

  test.each([
    ['another state', { key, state: 'gone' }],
    ['no key', { key: '', state: 'withdrawn' }],
    ['a long note', { key, state: 'withdrawn', note: 'x'.repeat(501) }],
    ['a field too many', { key, state: 'withdrawn', by: 'me' }],
  ])('with %s is refused', async (_, body) => {
    const answer = await mark(body);
    expect([answer.status, problemOf(answer).code]).toEqual([422, 'invalid']);
  });
});
