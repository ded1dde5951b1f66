import type { Area } from '#contract/areas.ts';

/** The words and addresses of a kind. */
export type Words = {
  article: 'a' | 'an';
  one: string;
  many: string;
  area: Area;
  /** The name of its lists in code, if it differs from `many`. */
  list?: string;
  /** Its page below `/admin/desk/`, if it differs from the name of its list: a tab of its area. */
  page?: string;
  /** The path of its calls, if it has the calls of every kind. */
  path?: Path;
  /** The kind of its parent. It has a field for the parent's id: with the parent `doctor`, that is `doctorId`. */
  parent?: string;
  /** Staff "enable" and "disable" it; all other kinds they "activate" and "deactivate". */
  isEnabled?: true;
};

export type Path = `/${string}`;

/** The kinds with a history: everything that staff write. Their words are used in messages, questions and the log. */
const kept = {
  announcement: {
    article: 'an',
    one: 'announcement',
    many: 'announcements',
    area: 'announcements',
    path: '/admin/announcements',
    isEnabled: true,
  },
  doctor: { article: 'a', one: 'doctor', many: 'doctors', area: 'doctors', path: '/api/doctors' },
  topic: { article: 'a', one: 'topic', many: 'topics', area: 'awa', page: 'awa/topics', path: '/admin/awa/topics' },
  secret: {
    article: 'a',
    one: 'secret',
    many: 'secrets',
    area: 'awa',
    page: 'awa/secrets',
    path: '/admin/awa/secrets',
    parent: 'topic',
  },
  community: {
    article: 'a',
    one: 'community',
    many: 'communities',
    area: 'awa',
    page: 'awa/communities',
    path: '/admin/awa/communities',
    parent: 'topic',
  },
  rule: {
    article: 'a',
    one: 'rule',
    many: 'rules',
    area: 'moderation',
    page: 'moderation/rules',
    path: '/admin/moderation/rules',
  },
  template: {
    article: 'a',
    one: 'template',
    many: 'templates',
    area: 'moderation',
    page: 'moderation/templates',
    path: '/admin/moderation/templates',
  },
  playbook: {
    article: 'a',
    one: 'playbook',
    many: 'playbooks',
    area: 'moderation',
    page: 'moderation/playbooks',
    path: '/admin/moderation/playbooks',
  },
  'help-line': {
    article: 'a',
    one: 'help line',
    many: 'help lines',
    area: 'moderation',
    list: 'helpLines',
    page: 'moderation/help-lines',
    path: '/admin/moderation/help-lines',
  },
  category: { article: 'a', one: 'category', many: 'categories', area: 'lady-due', path: '/admin/lady-due/categories' },
  section: {
    article: 'a',
    one: 'section',
    many: 'sections',
    area: 'lady-due',
    path: '/admin/lady-due/sections',
    parent: 'category',
  },
  card: {
    article: 'a',
    one: 'card',
    many: 'cards',
    area: 'lady-due',
    path: '/admin/lady-due/cards',
    parent: 'section',
  },
  phase: { article: 'a', one: 'phase', many: 'phases', area: 'cycle', page: 'cycle', path: '/admin/cycle/phases' },
  activity: { article: 'an', one: 'activity', many: 'activities', area: 'cycle', page: 'cycle/activities' },
  insight: { article: 'an', one: 'insight', many: 'insights', area: 'cycle', page: 'cycle/insights' },
  'phase-description': {
    article: 'a',
    one: 'phase description',
    many: 'phase descriptions',
    area: 'cycle',
    list: 'descriptions',
    page: 'cycle/descriptions',
    path: '/admin/cycle/phase-descriptions',
  },
  'pregnancy-week': {
    article: 'a',
    one: 'pregnancy week',
    many: 'pregnancy weeks',
    area: 'cycle',
    list: 'weeks',
    page: 'cycle/pregnancy',
    path: '/admin/cycle/pregnancy/weeks',
  },
} as const satisfies Record<string, Words>;

/**
 * Everything that an operation can be about. For users, posts, comments, cases, shifts, clinicians, accounts, app keys and the log only the action, the id and the
 * actor are kept.
 */
export const kinds = {
  ...kept,
  user: { article: 'a', one: 'user', many: 'users', area: 'users' },
  post: { article: 'a', one: 'post', many: 'posts', area: 'awa', page: 'awa/posts' },
  comment: { article: 'a', one: 'comment', many: 'comments', area: 'awa', page: 'awa/posts' },
  case: { article: 'a', one: 'case', many: 'cases', area: 'moderation', page: 'moderation' },
  shift: { article: 'a', one: 'shift', many: 'shifts', area: 'moderation', page: 'moderation/rota' },
  clinician: {
    article: 'a',
    one: 'clinician on call',
    many: 'clinicians on call',
    area: 'moderation',
    page: 'moderation/rota',
  },
  account: { article: 'a', one: 'staff account', many: 'staff accounts', area: 'staff', isEnabled: true },
  source: { article: 'a', one: 'source', many: 'sources', area: 'lady-due' },
  'app-key': { article: 'an', one: 'app key', many: 'app keys', area: 'staff' },
  entry: { article: 'an', one: 'entry in the log', many: 'entries in the log', area: 'staff' },
} as const satisfies Record<string, Words>;

export type Kind = keyof typeof kept;
export type LoggedKind = keyof typeof kinds;

/** The names of the kinds that have a history. */
export const keptKinds = Object.keys(kept) as Kind[];

/** The kinds whose records readers can report as wrong. */
export const contentKinds = ['card', 'pregnancy-week', 'activity', 'doctor'] as const satisfies readonly Kind[];
export type ContentKind = (typeof contentKinds)[number];

export const isContent = (kind: string): kind is ContentKind => contentKinds.some((one) => one === kind);

/** The name of a kind's list in code: `doctors`. */
export type ListName<K extends Kind> = (typeof kept)[K] extends { list: infer Name extends string }
  ? Name
  : (typeof kept)[K]['many'];

/** The name of a kind's list in code and in API responses. */
export function listName<K extends Kind>(kind: K) {
  const { many, list = many }: Words = kept[kind];
  return list as ListName<K>;
}

type Dashed<Words extends string> = Words extends `${infer First} ${infer Rest}` ? `${First}-${Dashed<Rest>}` : Words;

/** The name of a kind's list in addresses: `phase-descriptions`. */
export const slugOf = <K extends LoggedKind>(kind: K) =>
  kinds[kind].many.replaceAll(' ', '-') as Dashed<(typeof kinds)[K]['many']>;

type PageOf<K extends LoggedKind> = (typeof kinds)[K] extends { page: infer Page extends string }
  ? Page
  : Dashed<(typeof kinds)[K]['many']>;

/** The address of the page of this kind: `/admin/desk/doctors`. */
export function addressOf<K extends LoggedKind>(kind: K) {
  const { page = slugOf(kind) }: Words = kinds[kind];
  return `/admin/desk/${page}` as `/admin/desk/${PageOf<K>}`;
}

/** The path of the calls of every kind. Throws when the table above has none. */
export function pathOf(kind: Kind): Path {
  const { path }: Words = kept[kind];
  if (!path) throw new Error(`contract/kinds.ts does not say at which path a ${kind} is called`);
  return path;
}

/** The parent kind; never when there is none. */
export type ParentOf<K extends Kind> = (typeof kept)[K] extends { parent: infer Parent extends Kind } ? Parent : never;

/** The parent kind. */
export const parentOf = (kind: Kind) => (kept[kind] as Words).parent as Kind | undefined;

/** The child kinds of a kind, and all kinds below them. */
export const descendantKinds = (kind: Kind): Kind[] =>
  keptKinds.flatMap((one) => (parentOf(one) === kind ? [one].concat(descendantKinds(one)) : []));

/** A sentence with a capital at its beginning. */
export const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
