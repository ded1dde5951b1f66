import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { callsOf } from './desk.ts';

/** An answer of `/content/v1/…`. It is true without asking until `until`, in milliseconds since 1970. */
type Content = { etag: string; until: number; body: unknown };
/** `isSent` says that the desk has the row. */
type Person = { name: string; email: string; isVerified: boolean; isSent: boolean };
/**
 * `isHidden` says that staff have hidden the post: the app shows it to its author alone. While `coveredText` is not null, the
 * app shows it to everyone but the author.
 */
export type Post = {
  personId: string;
  content: string;
  coveredText: string | null;
  isHidden: boolean;
  isSent: boolean;
};

export type Copy = {
  /** The cursor of the feed: every change up to it is in this copy. `''` before the first reading. */
  after: string;
  /** By address. */
  content: Record<string, Content>;
  /** By id. */
  people: Record<string, Person>;
  posts: Record<string, Post>;
};

/** The calls of the desk, and the app's copy with its `save`. */
export type App = { call: ReturnType<typeof callsOf> } & ReturnType<typeof openCopy>;

/**
 * The app's copy, in one file. `save` replaces the file as a whole: after a crash it has the cursor together with the
 * rows of that moment. Your backend has a database instead, and writes both in one transaction.
 */
export function openCopy(file: string) {
  const empty: Copy = { after: '', content: {}, people: {}, posts: {} };
  const copy = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Copy) : empty;
  const save = () => {
    // `flush` is fsync: the new file is on the disk before it replaces the old one.
    writeFileSync(`${file}.next`, JSON.stringify(copy), { flush: true, mode: 0o600 });
    renameSync(`${file}.next`, file);
  };
  return { copy, save };
}

export function erasePost({ posts }: Copy, id: string) {
  delete posts[id];
}

/** Hides a post from everyone but its author, or shows it again. */
export function hidePost({ posts }: Copy, id: string, isHidden: boolean) {
  const post = posts[id];
  if (post) post.isHidden = isHidden;
}

/** Erases a person with all posts, also those that wait to be sent. */
export function erasePerson(copy: Copy, id: string) {
  delete copy.people[id];
  for (const [postId, { personId }] of Object.entries(copy.posts)) if (personId === id) erasePost(copy, postId);
}
