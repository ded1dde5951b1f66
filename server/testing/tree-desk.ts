import type { AddressInfo } from 'node:net';
import { api } from '#contract/api.ts';
import type { Output } from '#contract/route.ts';
import { guard } from '#server/auth/guard.ts';
import { sessionStore } from '#server/auth/sessions.ts';
import { contentVersionReader } from '#server/database/content-versions.ts';
import { type Settings, readEnv } from '#server/env.ts';
import { features } from '#server/features.ts';
import { mountFeature } from '#server/history/feature.ts';
import { createHistory } from '#server/history/history.ts';
import { historyHandlers } from '#server/history/handlers.ts';
import { diskStorage } from '#server/images/disk.ts';
import { ladyDueFeature } from '#server/lady-due/feature.ts';
import { createLog } from '#server/http/log.ts';
import { readContentVersionsBy } from '#server/http/cached.ts';
import { mount } from '#server/http/mount.ts';
import { createServer } from '#server/http/server.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { type Answer, send } from '#server/testing/send.ts';
import { newBearer } from '#server/testing/staff.ts';
import { type Card, type Category, type Section, treeContract, treeFeature, treeTables } from '#server/testing/tree.ts';

/**
 * Starts the server as `buildApp` makes it, with the kinds of `tree.ts` beside the features of the desk. Without a
 * `database` it gets its own, which `close` ends with it.
 */
export async function treeDesk({ database }: { database?: TestDatabase } = {}) {
  const used = database ?? (await testDatabase());
  const { rowCount } = await used.pool.query("SELECT FROM pg_tables WHERE tablename = 'tree_cards'");
  if (rowCount === 0) await used.pool.query(treeTables);
  const settings: Settings = { ...readEnv({}), databaseUrl: used.url };
  const app = createServer({ logger: createLog('silent'), trustProxy: false, https: false });
  const sessions = sessionStore(used.db, {
    idle: settings.sessionIdleMinutes,
    most: settings.sessionMaxHours,
    bearer: settings.bearerMinutes,
  });
  guard(app, sessions, () => false);
  readContentVersionsBy(app, contentVersionReader(used.db));
  // Lady Due has the kinds of this tree.
  const all = [...features.filter((feature) => feature !== ladyDueFeature), treeFeature];
  const kinds = all.flatMap((feature) => feature.kinds ?? []);
  const history = createHistory(used.db, kinds, used.expectRoom);
  mount(app, 'history', api.history, historyHandlers(history));
  const services = {
    history,
    pipeline: () => used.db,
    storage: diskStorage(settings.dataDir),
    imageColumns: [],
    publicUrl: settings.publicUrl,
  };
  for (const feature of all) mountFeature(app, { ...api, ...treeContract }, feature, services);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const desk = { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, database: used, settings };
  const close = async () => {
    await app.close();
    if (!database) await used.close();
  };
  const bearer = await newBearer(desk);
  return { ...desk, close, bearer, staff: caller(desk.url, bearer) };
}

export type TreeDesk = Awaited<ReturnType<typeof treeDesk>>;

type Operations = Output<typeof api.history.list>;
type Bin = Output<typeof api.history.bin>;

type CallHeaders = {
  /** `Idempotency-Key`. */
  key?: string;
  /** `If-Match`, as a version. */
  ifMatch?: number;
};

/** The calls of one staff account. */
export function caller(url: string, bearer: string) {
  const call = (method: string, path: string, body: unknown, { key, ifMatch }: CallHeaders = {}) =>
    send(url, path, {
      method,
      bearer,
      body,
      headers: {
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
      },
    });
  const get = (path: string) => call('GET', path, undefined);
  const post = (path: string, body?: unknown, headers?: CallHeaders) => call('POST', path, body, headers);
  return {
    get,
    post,
    put: (path: string, body: unknown, headers?: CallHeaders) => call('PUT', path, body, headers),
    remove: (path: string, headers?: CallHeaders) => call('DELETE', path, undefined, headers),
    undo: (operation: string, headers?: CallHeaders) => post(`/admin/operations/${operation}/undo`, undefined, headers),
    /** Creates a thing and returns it as the server answers. Throws when that fails. */
    make: async <T>(path: string, body: unknown) => expectDone(await post(path, body)) as T,
    operations: async (query = '') => expectDone(await get(`/admin/operations${query}`)) as Operations,
    bin: async (query = '') => expectDone(await get(`/admin/bin${query}`)) as Bin,
    revisions: async (kind: string, id: string, query = '') =>
      (expectDone(await get(`/admin/history/${kind}/${id}${query}`)) as Output<typeof api.history.revisions>).revisions,
  };
}

export type Caller = ReturnType<typeof caller>;

/** Returns the body of a successful answer. Throws with status and text of any other. */
export function expectDone({ status, text, json }: Answer): unknown {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return json;
}

/** The id of the operation that an answer names. Undefined when nothing was changed. */
export const operationOf = ({ headers }: Answer) => headers['operation-id'] as string | undefined;

/** Creates a category with two sections and three cards, two of them in the first section. */
export async function createTree(staff: Caller, slot: number | null = null) {
  const category = await staff.make<Category>('/tree/category', { name: 'Track', slot });
  const under = { categoryId: category.id };
  const basics = await staff.make<Section>('/tree/section', { ...under, title: 'Basics' });
  const phases = await staff.make<Section>('/tree/section', { ...under, title: 'Phases' });
  const cards: Card[] = [];
  for (const [section, title] of [[basics, 'One'] as const, [phases, 'Two'] as const, [basics, 'Three'] as const]) {
    cards.push(await staff.make<Card>('/tree/card', { sectionId: section.id, title, tags: [title, 'all'] }));
  }
  return { category, basics, phases, cards: cards as [Card, Card, Card] };
}

/** A category with its sections and cards as they are now, in the order of the lists. */
export async function treeOf(staff: Caller, { id }: { id: string }) {
  const all = expectDone(await staff.get('/tree')) as Output<typeof treeContract.tree.list>;
  const sections = all.sections.filter(({ categoryId }) => categoryId === id);
  const cards = all.cards.filter(({ sectionId }) => sections.some((section) => section.id === sectionId));
  return { category: all.categories.find((one) => one.id === id), sections, cards };
}

/** The id of the operation that a change made. Throws when the call fails or changes nothing. */
export async function doneBy(answering: Promise<Answer>) {
  const answer = await answering;
  expectDone(answer);
  const operation = operationOf(answer);
  if (!operation) throw new Error('The call changed nothing');
  return operation;
}
