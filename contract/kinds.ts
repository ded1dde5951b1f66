import { z } from 'zod';

/** The kinds that have a history: everything that staff write. Their words stand in messages, questions and the log. */
const kept = {
  announcement: { article: 'an', one: 'announcement', many: 'announcements', area: 'announcements' },
  doctor: { article: 'a', one: 'doctor', many: 'doctors', area: 'doctors' },
  topic: { article: 'a', one: 'topic', many: 'topics', area: 'awa' },
  secret: { article: 'a', one: 'secret', many: 'secrets', area: 'awa' },
  community: { article: 'a', one: 'community', many: 'communities', area: 'awa' },
  category: { article: 'a', one: 'category', many: 'categories', area: 'lady-due' },
  section: { article: 'a', one: 'section', many: 'sections', area: 'lady-due' },
  card: { article: 'a', one: 'card', many: 'cards', area: 'lady-due' },
  phase: { article: 'a', one: 'phase', many: 'phases', area: 'cycle' },
  activity: { article: 'an', one: 'activity', many: 'activities', area: 'cycle' },
  insight: { article: 'an', one: 'insight', many: 'insights', area: 'cycle' },
  'phase-description': { article: 'a', one: 'phase description', many: 'phase descriptions', area: 'cycle' },
  'pregnancy-week': { article: 'a', one: 'pregnancy week', many: 'pregnancy weeks', area: 'cycle' },
} as const;

/** Everything that an operation can be about. Of users, posts and accounts only the action, the id and the actor are kept. */
export const kinds = {
  ...kept,
  user: { article: 'a', one: 'user', many: 'users', area: 'users' },
  post: { article: 'a', one: 'post', many: 'posts', area: 'awa' },
  account: { article: 'a', one: 'staff account', many: 'staff accounts', area: 'staff' },
} as const;

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

export const Kind = z.enum(keysOf(kept));
export type Kind = z.infer<typeof Kind>;

export const LoggedKind = z.enum(keysOf(kinds));
export type LoggedKind = z.infer<typeof LoggedKind>;

export const Area = z.enum([...new Set(Object.values(kinds).map(({ area }) => area))]);
export type Area = z.infer<typeof Area>;

type CamelCase<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Words;

/** What a list of a kind is called in code: `phaseDescriptions`. */
export type ListName<K extends Kind> = CamelCase<(typeof kinds)[K]['many']>;

/** What a list of this kind is called in code: in the API, and in the answer of its list. */
export const listName = <K extends Kind>(kind: K) =>
  kinds[kind].many.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()) as ListName<K>;

/** A sentence with a capital at its beginning. */
export const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
