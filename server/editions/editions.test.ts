import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Card, Category, CategoryTree, Section, ShownMode } from '#contract/lady-due.ts';
import type { PublishRule } from '#contract/editions.ts';
import { type Caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { untilWaiting } from '#tests/database/locks.ts';
import { until } from '#tests/desk/server-process.ts';
import { testApp } from '#tests/desk/test-app.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { compareWithModel } from '#tests/records/edition-model.ts';
import { at } from '#tests/records/lady-due.ts';
import { seededRandom } from '#server/database/seeded-random.ts';

let app: TestDesk;
let staff: Caller;
let section: Section;
beforeAll(async () => {
  app = await testDesk();
  ({ staff } = app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.pool.query("TRUNCATE categories CASCADE; UPDATE publish_rules SET rule = 'direct'");
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Basics', trackingMode: 'PCOS' });
  section = await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title: 'First' });
});

const newCard = (fields: object = {}) =>
  staff.make<Card>(`${at}/cards`, { sectionId: section.id, title: 'v1', publishStatus: 'published', ...fields });
const save = ({ id }: Card, fields: object) => staff.put(`${at}/cards/${id}`, fields);
const publish = ({ id }: Card, body: object = {}, ifMatch?: number) =>
  staff.post(`${at}/cards/${id}/publish`, body, ifMatch === undefined ? {} : { ifMatch });
const switchTo = (rule: PublishRule) => staff.put('/admin/lady-due/publish-rule', { rule });
const publicly = () => send(app.url, '/content/v1/lady-due/PCOS');
const titles = async () =>
  ((await publicly()).json as ShownMode).categories.flatMap(({ sections }) =>
    sections.flatMap(({ cards }) => cards.map(({ title }) => title)),
  );
const stored = async ({ id }: Card) => {
  const { categories } = expectDone(await staff.get(`${at}/categories`)) as { categories: CategoryTree[] };
  const all = categories.flatMap(({ sections }) => sections.flatMap(({ cards }) => cards));
  return all.find((card) => card.id === id) as Card;
};
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
/** Lets the hour pass after which scheduled words are shown. */
const passTime = () => app.database.pool.query("UPDATE cards SET next_from = next_from - interval '1 hour'");
const refusalOf = (answer: Awaited<ReturnType<typeof publish>>) => [answer.status, problemOf(answer).code];

describe('in a direct area', () => {
  test('a saved text is in the app at once, and the record has no edition', async () => {
    const card = await newCard();
    expectDone(await save(card, { title: 'v2' }));
    expect(await titles()).toEqual(['v2']);
    expect(await stored(card)).toMatchObject({ shown: null, next: null, hasChanges: false });
    expect(refusalOf(await publish(card))).toEqual([409, 'unchanged']);
  });

  test('new words of a shown card can be scheduled; the app shows the old ones until then, whatever is saved', async () => {
    const card = await newCard();
    const showFrom = soon();
    expectDone(await publish(card, { showFrom, words: { title: 'v2' } }));
    expect(await stored(card)).toMatchObject({
      title: 'v2',
      next: { from: showFrom },
      hasChanges: false,
      shown: { since: card.updatedAt },
    });
    const before = await publicly();
    expectDone(await save(card, { title: 'v3' }));
    expect(await titles()).toEqual(['v1']);
    const after = await publicly();
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag]);
    expect((await stored(card)).hasChanges).toBe(true);
    await passTime();
    expect(await titles()).toEqual(['v2']);
    expect(await stored(card)).toMatchObject({ next: null, hasChanges: true });
    const unshown = async () =>
      expectDone(await staff.get('/admin/lady-due/search?search=v3&publish=unshown')) as { modes: object };
    expect((await unshown()).modes).toMatchObject({ PCOS: 1 });
    expectDone(await publish(card));
    expect(await titles()).toEqual(['v3']);
    expect(await stored(card)).toMatchObject({ shown: null, hasChanges: false });
    expect((await unshown()).modes).toMatchObject({ PCOS: 0 });
  });

  test('a save changes the scheduled words too when asked, in the same operation and undo', async () => {
    const card = await newCard();
    const showFrom = soon();
    expectDone(await publish(card, { showFrom, words: { title: 'v2' } }));
    const saved = await save(card, { title: 'v3', alsoNext: true });
    expectDone(saved);
    const planned = { title: 'v3', next: { from: showFrom }, hasChanges: false };
    expect([await titles(), await stored(card)]).toMatchObject([['v1'], planned]);
    expectDone(await staff.post(`/admin/operations/${operationOf(saved)}/undo`));
    expect(await stored(card)).toMatchObject({ title: 'v2', next: { from: showFrom }, hasChanges: false });
    expectDone(await save(card, { title: 'v4', alsoNext: true }));
    await passTime();
    expect(await titles()).toEqual(['v4']);
    // None are scheduled now: the save is an ordinary one.
    expectDone(await save(card, { title: 'v5', alsoNext: true }));
    expect([await titles(), await stored(card)]).toMatchObject([['v5'], { shown: null, next: null }]);
  });

  test('once the scheduled words are shown, a save is in the app at once again', async () => {
    const card = await newCard();
    expectDone(await publish(card, { showFrom: soon(), words: { title: 'v2' } }));
    await passTime();
    expectDone(await save(card, { title: 'v3' }));
    expect([await titles(), (await stored(card)).shown]).toEqual([['v3'], null]);
  });

  test('the public answer may not be kept beyond the time of the next words', async () => {
    const card = await newCard();
    expectDone(await publish(card, { showFrom: new Date(Date.now() + 8000).toISOString(), words: { title: 'v2' } }));
    const [, life] = /max-age=(\d+)/.exec(String((await publicly()).headers['cache-control'])) ?? [];
    expect(Number(life)).toBeLessThan(9);
  });

  test('cancelling the schedule keeps the saved words, and the app keeps its own', async () => {
    const card = await newCard();
    expectDone(await publish(card, { showFrom: soon(), words: { title: 'v2' } }));
    expectDone(await staff.remove(`${at}/cards/${card.id}/next`));
    await passTime();
    expect([await titles(), await stored(card)]).toMatchObject([['v1'], { title: 'v2', next: null, hasChanges: true }]);
    const answer = await staff.remove(`${at}/cards/${card.id}/next`);
    expect(refusalOf(answer)).toEqual([409, 'unchanged']);
  });

  test('one goes back to what is shown, which saves those words again', async () => {
    const card = await newCard();
    expectDone(await publish(card, { showFrom: soon(), words: { title: 'v2' } }));
    expectDone(await staff.remove(`${at}/cards/${card.id}/next`));
    const back = `${at}/cards/${card.id}/back-to-shown`;
    expect(expectDone(await staff.post(back))).toMatchObject({ title: 'v1', shown: null, hasChanges: false });
    expect(refusalOf(await staff.post(back))).toEqual([409, 'unchanged']);
  });

  test.each([
    ['a time in the past', { showFrom: '2020-01-01T00:00:00.000Z', words: { title: 'v2' } }, [422, 'invalid']],
    ['words that break the rules', { words: { title: '' } }, [422, 'invalid']],
    ['a field that is not frozen', { words: { isActive: false } }, [422, 'invalid']],
    ['the words that are shown', { showFrom: '2099-01-01T00:00:00.000Z' }, [409, 'unchanged']],
  ])('%s cannot be scheduled, and nothing is changed', async (_, body, refusal) => {
    const card = await newCard();
    expect(refusalOf(await publish(card, body))).toEqual(refusal);
    expect(await stored(card)).toEqual(card);
  });

  test('a draft has no words to publish; another version is 412, an unknown card 404', async () => {
    const card = await newCard({ publishStatus: 'draft' });
    expect(refusalOf(await publish(card))).toEqual([409, 'is_draft']);
    expectDone(await save(card, { publishStatus: 'published' }));
    expect(refusalOf(await publish(card, { words: { title: 'v2' } }, 1))).toEqual([412, 'version_conflict']);
    const unknown = { ...card, id: '01890a5d-ac96-774b-bcce-b302099a8057' };
    expect(refusalOf(await publish(unknown))).toEqual([404, 'not_found']);
    expect((await staff.get(`${at}/cards/${unknown.id}/editions`)).status).toBe(404);
  });

  test('scheduling is one operation, and its undo gives back the words and what the app shows', async () => {
    const card = await newCard();
    const showFrom = soon();
    const operation = await doneBy(publish(card, { showFrom, words: { title: 'v2' } }));
    expect((await staff.operations('?limit=1')).operations[0]).toMatchObject({ action: 'schedule-changes', count: 1 });
    const versions = await staff.revisions('card', card.id);
    expect(versions.map(({ action, scheduledFor }) => [action, scheduledFor])).toEqual([
      ['schedule-changes', showFrom],
      ['create', null],
    ]);
    await doneBy(staff.undo(operation));
    expect(await stored(card)).toMatchObject({ title: 'v1', shown: null, next: null });
    await passTime();
    expect(await titles()).toEqual(['v1']);
  });
});

test('behind a cache and over a restart, v3 follows v2 at its time, and saved changes in between stay out', async () => {
  const card = await newCard({ title: 'v2' });
  const time = Date.now() + 2500;
  expectDone(await publish(card, { showFrom: new Date(time).toISOString(), words: { title: 'v3' } }));
  let url = app.url;
  /** A cache that keeps an answer as long as it may, and serves it once more while it asks again. */
  let kept: { title: string | undefined; until: number } | undefined;
  const cachedTitle = async () => {
    if (kept && Date.now() < kept.until) return kept.title;
    const { headers, json } = await send(url, '/content/v1/lady-due/PCOS');
    const [life = 0, renewed = 0] = [/max-age=(\d+)/, /revalidate=(\d+)/].map((one) =>
      Number(one.exec(String(headers['cache-control']))?.[1]),
    );
    kept = {
      title: (json as ShownMode).categories[0]?.sections[0]?.cards[0]?.title,
      until: Date.now() + (life + renewed) * 1000,
    };
    return kept.title;
  };
  expect(await cachedTitle()).toBe('v2');
  expectDone(await save(card, { title: 'v4' }));
  // Another process, which knows nothing of the first one's answers.
  const restarted = await testApp({ database: app.database });
  url = restarted.url;
  const seen = await until('the second after the time', async () => {
    const [moment, title] = [Date.now(), await cachedTitle()];
    if (moment < time - 1000) expect(title).toBe('v2');
    return moment > time + 1000 ? title : undefined;
  });
  expect(seen).toBe('v3');
  await restarted.close();
});

test('the preview of a later time has the words of then, and the public answer those of now', async () => {
  const card = await newCard();
  const showFrom = soon();
  expectDone(await publish(card, { showFrom, words: { title: 'v2' } }));
  const previewAt = (time: string) => staff.get(`/admin/lady-due/preview/PCOS?at=${time}`);
  const before = new Date(Date.parse(showFrom) - 1000).toISOString();
  for (const [time, title] of [
    [before, 'v1'],
    [showFrom, 'v2'],
  ] as const)
    expect(expectDone(await previewAt(time))).toMatchObject({ categories: [{ sections: [{ cards: [{ title }] }] }] });
  expect(await titles()).toEqual(['v1']);
  expect((await previewAt('tomorrow')).status).toBe(422);
});

describe('in a reviewed area', () => {
  test('a save of a shown card changes no byte of the app; publishing shows it', async () => {
    const card = await newCard();
    const before = await publicly();
    expectDone(await switchTo('reviewed'));
    expectDone(await save(card, { title: 'v2', richContent: '<p>Half a sen</p>', citations: ['WHO'] }));
    const after = await publicly();
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag]);
    expect(await stored(card)).toMatchObject({ title: 'v2', hasChanges: true, shown: { since: card.updatedAt } });
    expectDone(await publish(card));
    expect(await titles()).toEqual(['v2']);
    expect(await stored(card)).toMatchObject({ hasChanges: false, shown: { by: { name: expect.any(String) } } });
  });

  test('v3 is scheduled over v2 and edited to v4: v2 before the time, v3 after it, v4 when it is published', async () => {
    expectDone(await switchTo('reviewed'));
    const card = await newCard({ title: 'v2' });
    expectDone(await save(card, { title: 'v3' }));
    expectDone(await publish(card, { showFrom: soon() }));
    expectDone(await save(card, { title: 'v4' }));
    expect(await titles()).toEqual(['v2']);
    await passTime();
    expect(await titles()).toEqual(['v3']);
    expectDone(await publish(card));
    expect(await titles()).toEqual(['v4']);
    const { editions } = expectDone(await staff.get(`${at}/cards/${card.id}/editions`)) as {
      editions: { state: string; words: { title: string } }[];
    };
    expect(editions.map(({ state, words }) => [state, words.title])).toEqual([
      ['shown', 'v4'],
      ['past', 'v3'],
      ['past', 'v2'],
    ]);
  });

  test('switching a card off and on acts at once, and shows the published words', async () => {
    expectDone(await switchTo('reviewed'));
    const card = await newCard();
    expectDone(await save(card, { isActive: false }));
    expect(await titles()).toEqual([]);
    expectDone(await save(card, { title: 'v2' }));
    expectDone(await save(card, { isActive: true }));
    expect(await titles()).toEqual(['v1']);
  });

  test('a draft has no edition; publishing the card freezes its words, and a draft of it releases them', async () => {
    expectDone(await switchTo('reviewed'));
    const card = await newCard({ publishStatus: 'draft' });
    expectDone(await save(card, { title: 'v2' }));
    expect((await stored(card)).shown).toBeNull();
    const operation = await doneBy(save(card, { publishStatus: 'published' }));
    expect((await staff.operations('?limit=1')).operations[0]).toMatchObject({ action: 'publish' });
    expectDone(await save(card, { title: 'v3' }));
    expect(await titles()).toEqual(['v2']);
    expectDone(await save(card, { publishStatus: 'draft' }));
    expect([await titles(), await stored(card)]).toMatchObject([[], { shown: null, hasChanges: false }]);
    expectDone(await save(card, { publishStatus: 'published' }));
    expect(await titles()).toEqual(['v3']);
    expect((await staff.undo(operation)).status).toBe(409);
  });

  test('no shown card is without an edition, however it came', async () => {
    const binned = await newCard({ title: 'From the bin' });
    expectDone(await staff.remove(`${at}/cards/${binned.id}`));
    const creation = await newCard({ title: 'Undone' });
    const removal = await doneBy(staff.remove(`${at}/cards/${creation.id}`));
    const file = expectDone(await staff.get(`${at}/export/PCOS`));
    expectDone(await switchTo('reviewed'));
    await newCard({ title: 'New' });
    expectDone(await staff.post(`/admin/bin/card/${binned.id}/restore`));
    await doneBy(staff.undo(removal));
    const imported = { ...(file as object), categories: [] };
    const tree = expectDone(await staff.get(`${at}/export/PCOS`)) as { categories: unknown[] };
    expectDone(
      await staff.post(`${at}/import`, { file: { ...imported, categories: tree.categories }, trackingMode: 'PCOS' }),
    );
    expectDone(await staff.post(`${at}/default-content`, { trackingMode: 'TRACK_PREGNANCY' }));
    const { rows } = await app.database.pool.query(
      "SELECT title, publish_status, shown IS NULL AS lacks FROM cards WHERE publish_status <> 'draft' ORDER BY title",
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ lacks }) => lacks)).toEqual([]);
  });

  test('an edit can be undone after its publication: the app keeps the published words', async () => {
    expectDone(await switchTo('reviewed'));
    const card = await newCard();
    const edit = await doneBy(save(card, { title: 'v2' }));
    const publication = await doneBy(publish(card));
    await doneBy(staff.undo(edit));
    expect([await titles(), await stored(card)]).toMatchObject([['v2'], { title: 'v1', hasChanges: true }]);
    await doneBy(staff.undo(publication));
    expect([await titles(), await stored(card)]).toMatchObject([['v1'], { title: 'v1', hasChanges: false }]);
  });

  test('a change from before the switch can be undone after it: the card keeps an edition', async () => {
    const card = await newCard();
    const operation = await doneBy(publish(card, { showFrom: soon(), words: { title: 'v2' } }));
    expectDone(await switchTo('reviewed'));
    await doneBy(staff.undo(operation));
    expect(await stored(card)).toMatchObject({ title: 'v1', shown: { since: expect.any(String) }, hasChanges: false });
  });

  test('restoring a version brings its words into the saved card and publishes nothing', async () => {
    expectDone(await switchTo('reviewed'));
    const card = await newCard();
    expectDone(await save(card, { title: 'v2' }));
    expectDone(await publish(card));
    expectDone(await staff.post(`/admin/history/card/${card.id}/restore`, { version: 1 }));
    expect([await titles(), await stored(card)]).toMatchObject([['v2'], { title: 'v1', hasChanges: true }]);
  });

  test('several cards are published as one operation; drafts and shown words stay as they are', async () => {
    expectDone(await switchTo('reviewed'));
    const cards = [await newCard(), await newCard(), await newCard({ publishStatus: 'draft' })];
    for (const card of cards.slice(1)) expectDone(await save(card, { title: 'v2' }));
    const ids = cards.map(({ id }) => id);
    const answer = await staff.post(`${at}/cards/bulk`, { ids, action: 'publish-changes' });
    expect(answer.json).toMatchObject({ count: 1, unchanged: 2 });
    expect(await titles()).toEqual(['v1', 'v2']);
    await doneBy(staff.undo(operationOf(answer) ?? ''));
    expect(await titles()).toEqual(['v1', 'v1']);
  });
});

describe('the rule of an area', () => {
  test('returns to direct once no saved words wait; those that do are named', async () => {
    expectDone(await switchTo('reviewed'));
    const [first, second] = [await newCard(), await newCard()];
    expectDone(await save(second, { title: 'v2' }));
    const refused = await switchTo('direct');
    expect([refusalOf(refused), problemOf(refused).ids]).toEqual([[409, 'changes_waiting'], [second.id]]);
    expect(problemOf(refused).detail).toContain('1 record has changes that the app does not show: “v2”.');
    expect(expectDone(await staff.get('/admin/lady-due/publish-rule'))).toMatchObject({ rule: 'reviewed', waiting: 1 });
    expect(expectDone(await staff.get('/admin/cycle/publish-rule'))).toMatchObject({ rule: 'direct', waiting: 0 });
    expectDone(await publish(second));
    expect(expectDone(await switchTo('direct'))).toMatchObject({ rule: 'direct', waiting: 0 });
    expect([(await stored(first)).shown, await titles()]).toEqual([null, ['v1', 'v2']]);
  });

  test('is switched once, by one operation, which is switched back and not undone', async () => {
    const operation = await doneBy(switchTo('reviewed'));
    expect(refusalOf(await staff.undo(operation))).toEqual([409, 'not_undoable']);
    expect((await staff.operations('?limit=1')).operations[0]).toMatchObject({
      action: 'switch-rule',
      area: 'lady-due',
    });
    expect(operationOf(await switchTo('reviewed'))).toBeUndefined();
  });

  test('a card that is published while the rule is switched has its words frozen', async () => {
    const cards = await Promise.all(Array.from({ length: 10 }, () => newCard({ publishStatus: 'draft' })));
    await Promise.all([
      ...cards.map((card) => save(card, { publishStatus: 'published' })),
      switchTo('reviewed'),
      ...cards.map((card) => save(card, { description: 'Also' })),
    ]);
    const { rows } = await app.database.pool.query(
      "SELECT id FROM cards WHERE publish_status <> 'draft' AND shown IS NULL",
    );
    expect(rows).toEqual([]);
  });

  test('a switch waits for a save that has locked its card, before it locks the rule: neither blocks the other', async () => {
    const card = await newCard();
    const saving = await app.database.pool.connect();
    await saving.query('BEGIN');
    await saving.query('SELECT FROM cards WHERE id = $1 FOR UPDATE', [card.id]);
    const switching = switchTo('reviewed');
    await untilWaiting(app.database.pool);
    // As a save reads the rule: Postgres would end one of both here.
    await saving.query("SELECT rule FROM publish_rules WHERE area = 'lady-due' FOR SHARE");
    await saving.query('COMMIT');
    saving.release();
    expectDone(await switching);
    expect((await stored(card)).shown).not.toBeNull();
  });
});

test.each(Array.from({ length: 4 }, (_, index) => index))(
  'after each of 40 random changes the app shows what a model of a few lines says: sequence %i',
  async (index) => {
    expect(await compareWithModel(app, seededRandom(`editions ${index}`), 40)).toBe(40);
  },
);

test('an edition can neither be changed nor deleted', async () => {
  const card = await newCard();
  expectDone(await publish(card, { showFrom: soon(), words: { title: 'v2' } }));
  const byHand = (sql: string) => app.database.pool.query(sql);
  await expect(byHand("UPDATE editions SET words = '{}'")).rejects.toThrow('Editions can only be added');
  await expect(byHand('DELETE FROM editions')).rejects.toThrow('Editions can only be added');
});
