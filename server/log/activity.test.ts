import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import { type Operation, type historyRoutes, maxOperationRecords, maxRevisions } from '#contract/history.ts';
import type { Output } from '#contract/route.ts';
import { recordEvent } from '#server/log/events.ts';
import { ownFields } from '#server/records/rules.ts';
import { cardKind } from '#server/lady-due/kinds.ts';
import { problemOf } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import type { Card } from '#contract/lady-due.ts';
import { type Caller, caller, doneBy, expectDone, operationOf } from '#tests/desk/caller.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { createTree } from '#tests/records/lady-due.ts';

let desk: TestDesk;
let ada: Caller;
beforeAll(async () => {
  desk = await testDesk();
  ada = desk.staff;
});
afterAll(() => desk.close());

const announcements = '/admin/announcements';
const address = ({ id }: { id: string }) => `${announcements}/${id}`;
const announce = (message: string) => ada.make<Announcement>(announcements, { message });

describe('the list of operations', () => {
  test('lists actor, action, time, record and count, newest first', async () => {
    const made = await announce('x'.repeat(250));
    await ada.put(address(made), { enabled: false });
    await ada.put(address(made), { enabled: true });
    await ada.put(address(made), { message: 'New', enabled: false });
    await ada.remove(address(made));
    const { operations } = await ada.operations('?limit=5');
    expect(operations.map(({ action, label }) => [action, label])).toEqual([
      ['delete', 'New'],
      ['update', 'New'],
      ['enable', 'x'.repeat(200)],
      ['disable', 'x'.repeat(200)],
      ['create', 'x'.repeat(200)],
    ]);
    const { rows } = await desk.database.pool.query<{ id: string; name: string }>('SELECT id, name FROM staff');
    for (const operation of operations) {
      expect(operation).toMatchObject({
        actor: rows[0],
        area: 'announcements',
        kind: 'announcement',
        entityId: made.id,
        count: 1,
        undoneBy: null,
        undoes: null,
      });
    }
    expect(operations.map(({ at }) => at)).toEqual(
      operations
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  test('lists the changed fields of a record with the labels and order of the form, and none for a created, deleted or moved record', async () => {
    const { phases, cards } = await createTree(ada);
    const card = `/admin/lady-due/cards/${cards[0].id}`;
    const changedBy = async (count: number) =>
      (await ada.operations(`?limit=${count}`)).operations.map(({ action, changed, changedLabels }) => [
        action,
        changed.toSorted(),
        changedLabels,
      ]);
    await ada.put(card, { title: 'Other', citations: [] });
    const update = (await ada.operations('?limit=1')).operations[0]?.id ?? '';
    await ada.undo(update);
    const notice = await announce('Shown');
    await ada.put(address(notice), { enabled: false });
    await ada.make<Card>('/admin/lady-due/cards', { sectionId: phases.id, title: 'New' });
    await ada.remove(card);
    expect(await changedBy(6)).toEqual([
      ['delete', [], []],
      ['create', [], []],
      ['disable', ['enabled'], ['Enabled']],
      ['create', [], []],
      ['undo', ['citations', 'title'], ['Title', 'Citations']],
      ['update', ['citations', 'title'], ['Title', 'Citations']],
    ]);
  });

  test('is filtered by actor; the response names every account', async () => {
    const bola = await addAdmin(desk, 'bola@example.org', 'Bola Ige');
    await announce('By Ada');
    await caller(desk.url, (await startSession(desk, bola)).session.token).make<Announcement>(announcements, {
      message: 'By Bola',
    });
    const { actors } = await ada.operations('?limit=1');
    const names = actors.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(actors).toContainEqual({ id: bola.id, name: 'Bola Ige' });
    expect((await ada.operations(`?actor=${bola.id}`)).operations).toMatchObject([{ label: 'By Bola' }]);
    for (const { id, name } of actors) {
      const { operations, pagination } = await ada.operations(`?limit=100&actor=${id}`);
      expect(operations.every(({ actor }) => actor?.id === id && actor.name === name)).toBe(true);
      expect(pagination.total).toBe(operations.length);
    }
    expect((await ada.operations(`?actor=${randomUUID()}`)).operations).toEqual([]);
  });

  test('is filtered by the days on which it was done, in a time zone', async () => {
    const made = await announce('On a day');
    const at = (await ada.operations('?limit=1')).operations[0]?.at ?? '';
    const dayIn = (timeZone: string, days = 0) =>
      new Intl.DateTimeFormat('sv', { timeZone }).format(Date.parse(at) + days * 86_400_000);
    const found = async (query: string) =>
      (await ada.operations(`?limit=100&${query}`)).operations.some(({ entityId }) => entityId === made.id);
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const zone = `timeZone=${timeZone}`;
      expect(await found(`${zone}&from=${dayIn(timeZone)}&to=${dayIn(timeZone)}`)).toBe(true);
      expect(await found(`${zone}&from=${dayIn(timeZone, 1)}`)).toBe(false);
      expect(await found(`${zone}&to=${dayIn(timeZone, -1)}`)).toBe(false);
    }
  });

  test('offers Undo only while the record was not deleted or restored since', async () => {
    const made = await announce('Here and gone');
    const offered = async (count: number) =>
      (await ada.operations(`?limit=${count}`)).operations.map(({ action, undoable }) => [action, undoable]);
    await ada.put(address(made), { enabled: false });
    const removal = operationOf(await ada.remove(address(made)));
    expect(await offered(3)).toEqual([
      ['delete', true],
      ['disable', false],
      ['create', false],
    ]);
    await ada.undo(removal ?? '');
    expect(await offered(4)).toEqual([
      ['undo', true],
      ['delete', false],
      ['disable', true],
      ['create', true],
    ]);
    const last = operationOf(await ada.remove(address(made)));
    expect((await offered(2))[1]).toEqual(['undo', false]);
    await ada.post(`/admin/bin/announcement/${made.id}/restore`);
    expect(await offered(3)).toEqual([
      ['restore', true],
      ['delete', false],
      ['undo', true],
    ]);
    const answer = await ada.undo(last ?? '');
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'changed_since']);
  });

  test('offers no Undo for a record that was deleted with its parent, until it is back', async () => {
    const { phases } = await createTree(ada);
    const card = await ada.make<Card>('/admin/lady-due/cards', { sectionId: phases.id, title: 'Goes along' });
    await ada.put(`/admin/lady-due/cards/${card.id}`, { title: 'Goes along too' });
    const ofCard = async () => (await ada.operations('?kind=card&limit=2')).operations.map(({ undoable }) => undoable);
    expect(await ofCard()).toEqual([true, true]);
    const removal = operationOf(await ada.remove(`/admin/lady-due/sections/${phases.id}`));
    expect(await ofCard()).toEqual([false, false]);
    await ada.undo(removal ?? '');
    expect(await ofCard()).toEqual([true, true]);
  });

  test('a label is cut between characters', async () => {
    await announce('😀'.repeat(300));
    expect((await ada.operations('?limit=1')).operations[0]?.label).toBe('😀'.repeat(200));
    // Each character has several code points: only whole characters are kept.
    const family = '👩🏾‍👩🏾‍👧🏾';
    await announce(family.repeat(30));
    expect((await ada.operations('?limit=1')).operations[0]?.label).toBe(family.repeat(25));
  });

  test('is filtered by area, by kind, or by both', async () => {
    const { cards } = await createTree(ada);
    await announce('Notice');
    const kindsOf = async (query: string) => {
      const { operations, pagination } = await ada.operations(`?limit=100${query}`);
      expect(pagination.total).toBe(operations.length);
      return [...new Set(operations.map(({ kind }) => kind))].toSorted();
    };
    expect(await kindsOf('&area=lady-due')).toEqual(['card', 'category', 'section']);
    expect(await kindsOf('&area=announcements')).toEqual(['announcement']);
    expect(await kindsOf('&kind=card')).toEqual(['card']);
    expect(await kindsOf('&area=lady-due&kind=section')).toEqual(['section']);
    expect(await kindsOf('&area=announcements&kind=section')).toEqual([]);
    expect(await kindsOf('&area=doctors')).toEqual([]);
    expect((await ada.operations('?kind=card&limit=1')).operations[0]).toMatchObject({ entityId: cards[2].id });
  });

  test.each(['area=x', 'kind=x', 'kind=', 'limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=', 'actor=x'])(
    '?%s: 422',
    async (query) => {
      expect((await ada.get(`/admin/operations?${query}`)).status).toBe(422);
    },
  );

  test.each([
    '0000-01-01T00:00:00.000Z 00000000-0000-7000-8000-000000000000',
    '2026-11-21T00:00:00.000Z',
    '2026-11-21T00:00:00.000Z x',
    '2026-02-30T00:00:00.000Z 00000000-0000-7000-8000-000000000000',
    "2026-11-21T00:00:00.000Z ' OR 1=1 --",
    '2026-11-21T00:00:00.000Z 00000000-0000-7000-8000-000000000000 x',
  ])('a cursor that is none of ours (%s): 422 at the cursor, for the bin too', async (text) => {
    for (const list of ['operations', 'bin']) {
      const answer = await ada.get(`/admin/${list}?cursor=${Buffer.from(text).toString('base64url')}`);
      expect([answer.status, problemOf(answer).errors?.[0]?.path]).toEqual([422, 'cursor']);
    }
  });

  test('its pages neither skip nor repeat operations while new ones arrive', async () => {
    for (let index = 0; index < 15; index += 1) await announce(`Number ${index}`);
    const there = new Set((await ada.operations('?limit=100')).operations.map(({ id }) => id));
    const seen: Operation[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await ada.operations(`?limit=7${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.operations);
      cursor = page.pagination.nextCursor;
      await announce('Meanwhile');
    }
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...there].filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('its pages work for many operations at the same moment', async () => {
    await desk.database.pool.query(
      `INSERT INTO operations (id, at, action, area, kind, label, count)
       SELECT gen_random_uuid(), date_trunc('second', now()), 'update', 'doctors', 'doctor', 'D', 1
       FROM generate_series(1, 25)`,
    );
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await ada.operations(`?area=doctors&limit=10${cursor && `&cursor=${cursor}`}`);
      ids.push(...page.operations.map(({ id }) => id));
      cursor = page.pagination.nextCursor;
      expect(page.pagination.total).toBe(25);
    }
    expect(new Set(ids).size).toBe(25);
  });

  test('an operation from the shell of the server has no actor and cannot be undone', async () => {
    const other = await addAdmin(desk, 'gone@example.org', 'Gone Soon');
    const about = { area: 'staff', kind: 'account', entityId: other.id, label: other.email } as const;
    await recordEvent(desk.database.db, { actor: null, action: 'disable', ...about });
    const { operations } = await ada.operations('?area=staff');
    expect(operations[0]).toMatchObject({
      actor: null,
      action: 'disable',
      kind: 'account',
      entityId: other.id,
      undoable: false,
    });
    const answer = await ada.undo(operations[0]?.id ?? '');
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'not_undoable']);
  });
});

describe('the records of an operation', () => {
  const recordsOf = async (id = '') => {
    const { records, total } = expectDone(await ada.get(`/admin/operations/${id}/records`)) as Output<
      typeof historyRoutes.records
    >;
    return { total, records: records.map((one) => [one.change, one.kind, one.label].concat(one.changedLabels)) };
  };
  const bulk = async (cards: readonly Card[], action: object) =>
    operationOf(await ada.post('/admin/lady-due/cards/bulk', { ids: cards.map(({ id }) => id), ...action }));

  test('are named with what was done to each: published, moved, deleted with their parent, and back', async () => {
    const { category, basics, cards } = await createTree(ada);
    const published = await bulk(cards, { action: 'publish' });
    const labels = cards.map(({ title }) => title);
    expect(await recordsOf(published)).toEqual({
      total: cards.length,
      records: labels.map((label) => ['changed', 'card', label, 'Status', 'Time']),
    });
    const inBasics = cards.filter(({ sectionId }) => sectionId === basics.id).toReversed();
    const order = { parentId: basics.id, ids: inBasics.map(({ id }) => id) };
    const reordered = operationOf(await ada.put('/admin/lady-due/order', order));
    const moved = inBasics.map(({ title }) => ['moved', 'card', title]);
    const byLabel = (records: readonly string[][]) =>
      records.toSorted(([, , a = ''], [, , b = '']) => (a < b ? -1 : 1));
    const found = await recordsOf(reordered);
    expect([found.total, byLabel(found.records)]).toEqual([2, byLabel(moved)]);
    const removed = operationOf(await ada.remove(`/admin/lady-due/categories/${category.id}`));
    const gone = await recordsOf(removed);
    expect(gone.records.slice(0, 2)).toEqual([
      ['deleted', 'category', category.name],
      ['deleted', 'section', basics.title],
    ]);
    expect(gone.total).toBe(gone.records.length);
    const back = await recordsOf(await doneBy(ada.undo(removed ?? '')));
    expect(back.records[0]).toEqual(['created', 'category', category.name]);
    expect((await recordsOf(reordered)).total).toBe(2);
  });

  test('are at most 200, and counted', async () => {
    const { basics } = await createTree(ada);
    const file = expectDone(await ada.get('/admin/lady-due/export/TRACK_PERIOD')) as {
      categories: { sections: { id: string; cards: object[] }[] }[];
    };
    const own = file.categories.flatMap(({ sections }) => sections).find(({ id }) => id === basics.id);
    own?.cards.push(...Array.from({ length: 230 }, (_, index) => ({ title: `Card ${index}` })));
    const done = await ada.post('/admin/lady-due/import', { file, trackingMode: 'TRACK_PERIOD', strategy: 'add' });
    const { total, records } = await recordsOf(operationOf(done));
    expect(records).toHaveLength(maxOperationRecords);
    expect(total).toBeGreaterThanOrEqual(230);
  });

  test('are none where the log keeps no content; an unknown operation is 404', async () => {
    const about = { area: 'staff', kind: 'account', entityId: randomUUID(), label: 'x@awa.test' } as const;
    await recordEvent(desk.database.db, { actor: null, action: 'reset-password', ...about });
    const { operations } = await ada.operations('?limit=1&area=staff');
    expect(await recordsOf(operations[0]?.id ?? '')).toEqual({ total: 0, records: [] });
    expect((await ada.get(`/admin/operations/${randomUUID()}/records`)).status).toBe(404);
  });

  test('are refused to a role that may not look at the area', async () => {
    const made = await ada.post(announcements, { message: 'Clinic day' });
    const { id } = await addAdmin(desk, undefined, 'Ife', 'reviewer');
    const reviewer = caller(desk.url, (await startSession(desk, { id })).session.token);
    expect((await reviewer.get(`/admin/operations/${operationOf(made)}/records`)).status).toBe(403);
  });
});

describe('the versions of a record', () => {
  test('say which fields changed, to which values, by whom and in which operation', async () => {
    const { cards } = await createTree(ada);
    const [card] = cards;
    const update = operationOf(await ada.put(`/admin/lady-due/cards/${card.id}`, { title: 'New', isActive: false }));
    const removal = operationOf(await ada.remove(`/admin/lady-due/cards/${card.id}`));
    const back = operationOf(await ada.undo(removal ?? ''));
    const revisions = await ada.revisions('card', card.id);
    expect(
      revisions.map(({ version, operationId, action, changed }) => [version, operationId, action, changed]),
    ).toEqual([
      [4, back, 'undo', []],
      [3, removal, 'delete', []],
      [2, update, 'update', ['title', 'isActive']],
      [1, expect.any(String), 'create', []],
    ]);
    const before = ownFields(cardKind, card);
    const after = { ...before, title: 'New', isActive: false };
    expect(revisions.map(({ data }) => data)).toEqual([after, null, after, before]);
    expect(revisions.every(({ actor, at }) => actor?.name === 'Ada Obi' && at >= card.createdAt)).toBe(true);
  });

  test('come 50 at a time, older ones before a version', async () => {
    const made = await announce('Version 1');
    for (let version = 2; version <= maxRevisions + 3; version += 1) {
      await ada.put(address(made), { message: `Version ${version}` });
    }
    const first = await ada.revisions('announcement', made.id);
    expect(first.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, index) => 53 - index));
    const rest = await ada.revisions('announcement', made.id, `?before=${first.at(-1)?.version}`);
    expect(rest.map(({ version, data }) => [version, data?.message])).toEqual([
      [3, 'Version 3'],
      [2, 'Version 2'],
      [1, 'Version 1'],
    ]);
    expect(await ada.revisions('announcement', made.id, '?before=1')).toEqual([]);
  });

  test('start with the state that the first change found, for a record that is older than its history', async () => {
    const { pool } = desk.database;
    const id = randomUUID();
    await pool.query(
      "INSERT INTO announcements (id, version, message, enabled, updated_at) VALUES ($1, 2, 'Demo', true, '2026-01-02')",
      [id],
    );
    const found = {
      version: 2,
      operationId: null,
      at: '2026-01-02T00:00:00.000Z',
      actor: null,
      action: 'update',
      changed: [],
      scheduledFor: null,
      data: { message: 'Demo', enabled: true, startsAt: null, endsAt: null },
    };
    expect(await ada.revisions('announcement', id)).toEqual([found]);
    await ada.put(address({ id }), { message: 'Real' });
    expect(await ada.revisions('announcement', id)).toEqual([
      expect.objectContaining({ version: 3, action: 'update', changed: ['message'] }),
      found,
    ]);
    await ada.remove(address({ id }));
    expect((await ada.revisions('announcement', id)).map(({ version }) => version)).toEqual([4, 3, 2]);
  });

  test.each([
    ['unknown record', () => `announcement/${randomUUID()}`],
    ['unknown record, older versions', () => `announcement/${randomUUID()}?before=9`],
    ['malformed id', () => 'announcement/x'],
    ['kind that no area has', () => `doctor/${randomUUID()}`],
    ['kind that no area has, older versions', () => `doctor/${randomUUID()}?before=9`],
    ['kind without content', () => `user/${randomUUID()}`],
    ['unknown kind', () => `x/${randomUUID()}`],
  ])('%s: 404', async (_, path) => {
    expect((await ada.get(`/admin/history/${path()}`)).status).toBe(404);
  });

  test.each(['before=0', 'before=x', 'before=99999999999', 'version=1'])('?%s: 422', async (query) => {
    const made = await announce('x');
    expect((await ada.get(`/admin/history/announcement/${made.id}?${query}`)).status).toBe(422);
  });
});

describe('the restore of a version', () => {
  test('is 412 when someone changed it since the version of If-Match, with the actor and the fields', async () => {
    const made = await announce('One');
    await ada.put(address(made), { message: 'Two' });
    const restored = (version: number) =>
      ada.post(`/admin/history/announcement/${made.id}/restore`, { version: 1 }, { ifMatch: version });
    const refused = await restored(1);
    expect([refused.status, problemOf(refused).code, problemOf(refused).conflicts]).toEqual([
      412,
      'version_conflict',
      ['message'],
    ]);
    expect((await restored(2)).status).toBe(200);
  });

  const restore = (kind: string, id: string, version: unknown) =>
    ada.post(`/admin/history/${kind}/${id}/restore`, { version });

  test('gives a record its earlier fields as a new version, and returns the operation', async () => {
    const made = await announce('One');
    await ada.put(address(made), { message: 'Two', enabled: false });
    await ada.put(address(made), { message: 'Three' });
    const answer = await restore('announcement', made.id, 1);
    expect([answer.status, answer.json]).toEqual([
      200,
      expect.objectContaining({ id: operationOf(answer), action: 'restore', label: 'One', count: 1, undoable: true }),
    ]);
    expect((await ada.revisions('announcement', made.id))[0]).toMatchObject({
      version: 4,
      action: 'restore',
      changed: expect.arrayContaining(['message', 'enabled']),
      data: { message: 'One', enabled: true },
    });
  });

  test('leaves the position in its list, which no person writes', async () => {
    const { cards } = await createTree(ada);
    const [card] = cards;
    await ada.put(`/admin/lady-due/cards/${card.id}`, { citations: ['new'] });
    await desk.database.pool.query('UPDATE cards SET display_order = 77 WHERE id = $1', [card.id]);
    await restore('card', card.id, 1);
    const [last] = await ada.revisions('card', card.id);
    expect(last).toMatchObject({ changed: ['citations'], data: { citations: card.citations, displayOrder: 77 } });
  });

  test('works for a state that is older than the history', async () => {
    const id = randomUUID();
    await desk.database.pool.query(
      "INSERT INTO announcements (id, version, message, enabled) VALUES ($1, 5, 'Demo', false)",
      [id],
    );
    expect(problemOf(await restore('announcement', id, 5)).code).toBe('unchanged');
    await ada.put(address({ id }), { message: 'Real', enabled: true });
    expect((await restore('announcement', id, 5)).status).toBe(200);
    expect((await ada.revisions('announcement', id))[0]?.data).toMatchObject({ message: 'Demo', enabled: false });
  });

  test('works for a version from before a deletion, once the record is restored', async () => {
    const made = await announce('One');
    await ada.put(address(made), { message: 'Two' });
    await ada.undo(operationOf(await ada.remove(address(made))) ?? '');
    expect((await restore('announcement', made.id, 1)).status).toBe(200);
    // The deletion itself is version 3, which has no state.
    expect((await restore('announcement', made.id, 3)).status).toBe(404);
  });

  test('is 422, naming the field, when today’s rules refuse the version', async () => {
    const id = randomUUID();
    await desk.database.pool.query("INSERT INTO announcements (id, message, enabled) VALUES ($1, '', true)", [id]);
    await ada.put(address({ id }), { message: 'Valid' });
    const answer = await restore('announcement', id, 1);
    expect([answer.status, problemOf(answer).errors?.[0]?.path]).toEqual([422, 'message']);
    expect((await ada.revisions('announcement', id))[0]?.version).toBe(2);
  });

  test('is 409 unchanged, without an operation, when the record already has these fields', async () => {
    const made = await announce('Same');
    for (const message of ['Other', 'Same']) await ada.put(address(made), { message });
    for (const version of [1, 3]) {
      const answer = await restore('announcement', made.id, version);
      expect([answer.status, problemOf(answer).code, operationOf(answer)]).toEqual([409, 'unchanged', undefined]);
    }
  });

  test('is 409 when the parent is gone, or a unique value is taken', async () => {
    const { phases, cards } = await createTree(ada);
    const card = await ada.make<Card>('/admin/lady-due/cards', { sectionId: phases.id, title: 'Moves' });
    await ada.put(`/admin/lady-due/cards/${card.id}`, { sectionId: cards[0].sectionId });
    await ada.remove(`/admin/lady-due/sections/${phases.id}`);
    expect(problemOf(await restore('card', card.id, 1)).code).toBe('parent_missing');
    const weeks = '/admin/cycle/pregnancy/weeks';
    const week = await ada.make<{ id: string }>(weeks, { weekNumber: 9 });
    await ada.put(`${weeks}/${week.id}`, { weekNumber: 10 });
    await ada.make(weeks, { weekNumber: 9 });
    const answer = await restore('pregnancy-week', week.id, 1);
    expect([answer.status, problemOf(answer).code]).toEqual([409, 'place_taken']);
  });

  test('is 404 for an unknown version, record or kind, and 422 for a malformed version', async () => {
    const made = await announce('x');
    expect((await restore('announcement', made.id, 2)).status).toBe(404);
    expect((await restore('announcement', randomUUID(), 1)).status).toBe(404);
    expect((await restore('doctor', made.id, 1)).status).toBe(404);
    expect((await restore('x', made.id, 1)).status).toBe(404);
    await ada.remove(address(made));
    expect((await restore('announcement', made.id, 1)).status).toBe(404);
    for (const version of [0, -1, 1.5, '1', null, undefined, 2 ** 31, 1e300]) {
      expect([version, (await restore('announcement', made.id, version)).status]).toEqual([version, 422]);
    }
  });
});
