import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { comments, posts } from '#server/users/tables.ts';
import { newAppKey } from '#tests/desk/app-key.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { problemOf } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let ada: Caller;
let backend: Caller;
beforeAll(async () => {
  app = await testApp();
  ada = caller(app.url, await newBearer(app, 'moderator'));
  backend = caller(app.url, await newAppKey(app));
});
afterAll(() => app.close());
beforeEach(() => app.database.pool.query('TRUNCATE users, posts CASCADE; DELETE FROM app_changes'));

type Case = Output<typeof api.cases.get>;

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const read = async (id: string) => expectDone(await ada.get(`/admin/moderation/cases/${id}`)) as Case;
const changes = async () =>
  (await sql<{ type: string }>('SELECT type FROM app_changes ORDER BY id')).map(({ type }) => type);
const blocks = '▇▇▇▇';

/** The text of a post or a comment as each way shows it that the app has. */
async function shown(kind: 'post' | 'comment', id: string) {
  const [byView] = await sql<{ content: string }>(`SELECT content FROM app_${kind}s WHERE id = $1`, [id]);
  const { coveredText } = expectDone(await backend.get(`/app/v1/${kind}s/${id}`)) as { coveredText: string | null };
  return [byView?.content, coveredText];
}

/** A post, or a comment on one, with a case. */
async function addCase(content: string, kind: 'post' | 'comment' = 'post') {
  const userId = await addPerson(app, { username: 'moonchild' });
  const [post] = await app.database.db
    .insert(posts)
    .values({ content: kind === 'post' ? content : 'Hm', userId })
    .returning();
  const postId = post?.id ?? '';
  const [comment] =
    kind === 'comment' ? await app.database.db.insert(comments).values({ postId, userId, content }).returning() : [];
  const subjectId = comment?.id ?? postId;
  const { id } = await ada.make<{ id: string }>('/admin/moderation/cases', { kind, subjectId, reason: 'self-harm' });
  return { id, subjectId, userId };
}

/** The places of these words in a text, in UTF-16 code units. */
const placesOf = (content: string, words: readonly string[]) =>
  words.map((word) => ({ start: content.indexOf(word), end: content.indexOf(word) + word.length }));

async function send(id: string, words: readonly string[], more: object = {}) {
  const { version, text } = await read(id);
  const sent = { version, seen: text?.seen, places: placesOf(text?.content ?? '', words), ...more };
  return ada.post(`/admin/moderation/cases/${id}/cover`, sent);
}
const cover = async (id: string, ...words: string[]) => expectDone(await send(id, words));

describe('covered words', () => {
  test.each([
    ['in the middle', 'I took the blue pills today', ['blue pills'], `I took the ${blocks} today`],
    ['of any length', 'x and rope', ['x', 'rope'], `${blocks} and ${blocks}`],
    ['after an emoji', '😭😭 at the bridge 🌉!', ['bridge'], `😭😭 at the ${blocks} 🌉!`],
    ['with an emoji', 'I have 💊💊 here', ['💊💊'], `I have ${blocks} here`],
    ['joined emoji', 'By 👩🏽‍⚕️ alone', ['👩🏽‍⚕️'], `By ${blocks} alone`],
    ['in Yorùbá', 'Mo fẹ́ mu ọ̀gbẹ̀rì oògùn níbí', ['ọ̀gbẹ̀rì oògùn'], `Mo fẹ́ mu ${blocks} níbí`],
    ['after Yorùbá, with an emoji', 'Ẹ̀mí mi 😭 ti sú mi, oògùn', ['oògùn'], `Ẹ̀mí mi 😭 ti sú mi, ${blocks}`],
    ['of the whole text', 'Rope', ['Rope'], blocks],
    ['over lines', 'At the\nThird Mainland\nBridge', ['Third Mainland\nBridge'], `At the\n${blocks}`],
  ])('%s are blocks of one length in the app', async (_, content, words, seen) => {
    for (const kind of ['post', 'comment'] as const) {
      const { id, subjectId } = await addCase(content, kind);
      expect(await shown(kind, subjectId)).toEqual([content, null]);
      await cover(id, ...words);
      expect(await shown(kind, subjectId)).toEqual([seen, seen]);
      expect(await read(id)).toMatchObject({ text: { content, covered: placesOf(content, words) } });
    }
  });

  test('are as before after an empty list, and the feed says so each time', async () => {
    const { id, subjectId } = await addCase('I took the blue pills');
    await cover(id, 'blue');
    await cover(id, 'took', 'pills');
    expect((await shown('post', subjectId))[0]).toBe(`I ${blocks} the blue ${blocks}`);
    await cover(id);
    expect(await shown('post', subjectId)).toEqual(['I took the blue pills', null]);
    expect(await changes()).toEqual(['post.covered', 'post.covered', 'post.covered']);
    const comment = await addCase('rope', 'comment');
    await cover(comment.id, 'rope');
    expect((await changes()).at(-1)).toBe('comment.covered');
  });

  test('stand in the log without a word, and change neither counts, marks, search nor the kept text', async () => {
    const { id, subjectId } = await addCase('I took the blue pills, call 0803 123 4567');
    const post = async () =>
      (
        await sql('SELECT content, search, marks, places, rules, comment_count FROM posts WHERE id = $1', [subjectId])
      )[0];
    const snapshots = () => sql('SELECT content FROM snapshots');
    const before = [await post(), await snapshots()];
    await cover(id, 'blue pills');
    expect([await post(), await snapshots()]).toEqual(before);
    await cover(id);
    const { operations } = await ada.operations('?kind=case');
    expect(operations.slice(0, 2)).toMatchObject([
      { action: 'uncover', entityId: id, details: '' },
      { action: 'cover', entityId: id, details: '' },
    ]);
    expect(await sql("SELECT id FROM operations WHERE operations::text LIKE '%pills%'")).toEqual([]);
    expect(await sql('SELECT name, per, bucket FROM wrong_figures()')).toEqual([]);
  });

  test('stand out in the thread around a case and among all texts of the person too', async () => {
    const of = { post: await addCase('I took the blue pills'), comment: await addCase('At the bridge', 'comment') };
    await cover(of.post.id, 'blue pills');
    await cover(of.comment.id, 'bridge');
    const shownAs = ({ content, covered }: Pick<Case['thread'][number], 'content' | 'covered'>) => [
      content,
      covered.map(({ start, end }) => content.slice(start, end)),
    ];
    for (const [kind, id] of Object.entries(of).map(([one, { id }]) => [one, id] as const)) {
      const { texts } = expectDone(await ada.get(`/admin/moderation/cases/${id}/texts`)) as Output<
        typeof api.caseTexts.list
      >;
      const own = kind === 'post' ? ['I took the blue pills', ['blue pills']] : ['At the bridge', ['bridge']];
      expect(texts.map(shownAs)).toContainEqual(own);
      expect((await read(id)).thread.map(shownAs)).toEqual(kind === 'post' ? [own] : [['Hm', []], own]);
    }
  });

  test('stay covered after the decision, and can be uncovered then', async () => {
    const { id, subjectId } = await addCase('I took the blue pills');
    await sql("UPDATE cases SET state = 'decided', version = version + 1 WHERE id = $1", [id]);
    await cover(id, 'blue');
    expect((await shown('post', subjectId))[0]).toBe(`I took the ${blocks} pills`);
    await cover(id);
    expect((await read(id)).state).toBe('decided');
  });

  test('are erased with their text', async () => {
    const { id, subjectId, userId } = await addCase('I took the blue pills');
    await cover(id, 'blue');
    expectDone(await backend.remove(`/app/v1/people/${userId}`));
    expect(await sql('SELECT id FROM posts')).toEqual([]);
    expect((await send(id, []).catch(() => undefined))?.status ?? 404).toBe(404);
    expect((await backend.get(`/app/v1/posts/${subjectId}`)).status).toBe(404);
  });
});

describe('a call is refused', () => {
  const codeOf = async (...given: Parameters<typeof send>) => problemOf(await send(...given)).code;

  test('about another version of the case, or another text than was seen', async () => {
    const { id, subjectId } = await addCase('I took the blue pills');
    const { version, text } = await read(id);
    await cover(id, 'blue');
    expect(await codeOf(id, ['pills'], { version })).toBe('case_changed');
    await sql("UPDATE posts SET content = 'I took the red pills' WHERE id = $1", [subjectId]);
    expect(await codeOf(id, ['pills'], { seen: text?.seen })).toBe('text_changed');
    expect(await shown('post', subjectId)).toEqual(['I took the red pills', null]);
  });

  test.each([
    ['outside the text', [{ start: 2, end: 99 }]],
    ['of no words', [{ start: 2, end: 2 }]],
    [
      'in another order',
      [
        { start: 7, end: 9 },
        { start: 0, end: 1 },
      ],
    ],
    [
      'that touch',
      [
        { start: 0, end: 1 },
        { start: 1, end: 3 },
      ],
    ],
    ['in the middle of an emoji', [{ start: 0, end: 3 }]],
    ['between a letter and its accent', [{ start: 5, end: 6 }]],
  ])('for places %s', async (_, places) => {
    const { id } = await addCase('I 😭 ọ̀ la');
    expect(await codeOf(id, [], { places })).toBe('invalid');
  });

  test('for a person, who has no text, and for a text that was erased', async () => {
    const { id, subjectId, userId } = await addCase('I took the blue pills');
    const person = { kind: 'person', subjectId: userId, reason: 'self-harm' };
    const ofPerson = await ada.make<{ id: string }>('/admin/moderation/cases', person);
    expect(await codeOf(ofPerson.id, [], { seen: '' })).toBe('invalid');
    expectDone(await backend.remove(`/app/v1/posts/${subjectId}`));
    expect(await codeOf(id, [], { seen: '' })).toBe('subject_gone');
  });
});

describe('a text that the app writes again', () => {
  const write = async (subjectId: string, personId: string, content: string) =>
    expectDone(await backend.post('/app/v1/posts', { posts: [{ id: subjectId, personId, content }] }));

  test('unchanged stays covered, whether it has the words or the blocks', async () => {
    const content = '😭 I took the blue pills, ọ̀rẹ́ mi';
    const { id, subjectId, userId } = await addCase(content);
    await sql("UPDATE posts SET marks = '{emergency}', rules = 7 WHERE id = $1", [subjectId]);
    await cover(id, 'blue', 'ọ̀rẹ́');
    const row = async () => (await sql('SELECT content, covered, marks FROM posts WHERE id = $1', [subjectId]))[0];
    const before = await row();
    const seen = `😭 I took the ${blocks} pills, ${blocks} mi`;
    await write(subjectId, userId, seen);
    await write(subjectId, userId, content);
    expectDone(await backend.put(`/app/v1/posts/${subjectId}`, { content: seen }));
    await sql('UPDATE posts SET content = $2 WHERE id = $1', [subjectId, seen]);
    expect(await row()).toEqual(before);
    expect(await shown('post', subjectId)).toEqual([seen, seen]);
    expect(await changes()).toEqual(['post.covered']);
  });

  test('changed is not covered any more, and the feed says so', async () => {
    const { id, subjectId, userId } = await addCase('I took the blue pills');
    await cover(id, 'blue');
    await write(subjectId, userId, 'I am fine');
    expect(await shown('post', subjectId)).toEqual(['I am fine', null]);
    expect((await read(id)).text?.covered).toEqual([]);
    expect(await changes()).toEqual(['post.covered', 'post.covered']);
  });

  test('changed around the blocks keeps the words under them, which stay covered', async () => {
    const { id, subjectId, userId } = await addCase('I 😭 took the blue pills at the bridge');
    await cover(id, 'blue pills', 'bridge');
    await write(subjectId, userId, `Today 🌧 I took the ${blocks} at a ${blocks}, alone`);
    const content = 'Today 🌧 I took the blue pills at a bridge, alone';
    expect((await read(id)).text).toMatchObject({ content, covered: placesOf(content, ['blue pills', 'bridge']) });
    expect((await shown('post', subjectId))[0]).toBe(`Today 🌧 I took the ${blocks} at a ${blocks}, alone`);
    expect(await changes()).toEqual(['post.covered', 'post.covered']);
  });

  test('without covered words is a new text, also when its author had written blocks herself', async () => {
    const { id, subjectId, userId } = await addCase(`${blocks} and rope`);
    await cover(id, 'rope');
    expect((await shown('post', subjectId))[0]).toBe(`${blocks} and ${blocks}`);
    await write(subjectId, userId, `${blocks} and bread`);
    expect(await shown('post', subjectId)).toEqual([`${blocks} and bread`, null]);
  });

  test('without one of the blocks is a new text', async () => {
    const { id, subjectId, userId } = await addCase('I took the blue pills at the bridge');
    await cover(id, 'blue', 'bridge');
    await write(subjectId, userId, `I took the ${blocks}`);
    expect(await shown('post', subjectId)).toEqual([`I took the ${blocks}`, null]);
  });
});
