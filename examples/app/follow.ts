import { type App, type Post, erasePerson, erasePost, hidePost } from './copy.ts';

const modes = ['TRACK_PERIOD', 'TRACK_PREGNANCY', 'TRYING_TO_CONCEIVE', 'PCOS'];
const names = ['announcements', 'doctors', 'cycle', 'awa', ...modes.map((mode) => `lady-due/${mode}`)];
const addresses = names.map((name) => `/content/v1/${name}`);

type Change = { type: string; subject: string };
type Feed = { changes: Change[]; after: string; more: boolean };

/** Reads the content of an address, unless the copy is current. */
async function readContent({ call, copy: { content } }: App, address: string) {
  const kept = content[address];
  const { status, headers, body } = await call('GET', address, kept && { etag: kept.etag });
  const seconds = Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);
  const until = Date.now() + seconds * 1000;
  if (status === 304 && kept) kept.until = until;
  else content[address] = { etag: headers.get('etag') ?? '', until, body };
}

/** Reads whether a person is verified. Returns false when the desk has no such person. */
async function readPerson({ call, copy: { people } }: App, id: string) {
  const { status, body } = await call('GET', `/app/v1/people/${id}`);
  if (status === 404) return false;
  const person = people[id];
  if (person) person.isVerified = (body as { isVerified: boolean }).isVerified;
  return true;
}

/** Reads what staff have hidden or covered of a post. Returns false when the desk has no such post. */
async function readPost({ call, copy: { posts } }: App, id: string) {
  const { status, body } = await call('GET', `/app/v1/posts/${id}`);
  if (status === 404) return false;
  const { isHidden, coveredText } = body as Pick<Post, 'isHidden' | 'coveredText'>;
  const post = posts[id];
  if (post) Object.assign(post, { isHidden, coveredText });
  return true;
}

/** Applies a change. The second time does no harm, so a crash before the cursor is kept does none. */
async function apply(app: App, { type, subject }: Change) {
  if (type === 'person.erased') erasePerson(app.copy, subject);
  else if (type === 'post.erased') erasePost(app.copy, subject);
  else if (type === 'post.hidden' || type === 'post.shown') hidePost(app.copy, subject, type === 'post.hidden');
  else if (type === 'post.covered' && app.copy.posts[subject]) await readPost(app, subject);
  else if (type === 'person.verified' && app.copy.people[subject]) await readPerson(app, subject);
  else if (type === 'content.changed' && addresses.includes(subject)) await readContent(app, subject);
}

/** The part of a cursor that names the feed: a desk that was restored from a backup has another one. */
const feedOf = (cursor: string) => cursor.split('-')[1];

/**
 * Reads everything. The cursor is asked for first, so that no change falls between the two, and kept last, so that a
 * crash begins this again.
 */
async function readAll(app: App) {
  const { call, copy, save } = app;
  const { after } = (await call('GET', '/app/v1/changes')).body as Feed;
  for (const address of addresses) await readContent(app, address);
  // The desk lacks a row that was erased; after a restore also one that is newer than the backup, which it gets again.
  const isRestored = copy.after !== '' && feedOf(copy.after) !== feedOf(after);
  for (const [id, person] of Object.entries(copy.people)) {
    if (!person.isSent || (await readPerson(app, id))) continue;
    if (isRestored) person.isSent = false;
    else erasePerson(copy, id);
  }
  for (const [id, post] of Object.entries(copy.posts)) {
    if (!post.isSent || (await readPost(app, id))) continue;
    if (isRestored) post.isSent = false;
    else erasePost(copy, id);
  }
  copy.after = after;
  save();
}

/** Brings the copy to the present: everything the first time, then the changes after the kept cursor. */
export async function follow(app: App) {
  const { call, copy, save } = app;
  if (copy.after === '') await readAll(app);
  for (let more = true; more;) {
    const { status, body } = await call('GET', `/app/v1/changes?after=${copy.after}`);
    if (status === 410) {
      await readAll(app);
      continue;
    }
    const feed = body as Feed;
    for (const change of feed.changes) await apply(app, change);
    copy.after = feed.after;
    if (feed.changes.length > 0) save();
    ({ more } = feed);
  }
  // Scheduled content appears without a change in the feed.
  const old = addresses.filter((address) => (copy.content[address]?.until ?? 0) <= Date.now());
  for (const address of old) await readContent(app, address);
  if (old.length > 0) save();
}
