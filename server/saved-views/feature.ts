import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Admin } from '#contract/auth.ts';
import { type Role, everyRole, roleNames } from '#contract/roles.ts';
import { type SavedView, type ViewPageName, type savedViewsApi, maxViews, viewPages } from '#contract/saved-views.ts';
import { staff } from '#server/auth/tables.ts';
import type { Feature } from '#server/feature.ts';
import type { History } from '#server/history/history.ts';
import { Failure, notFound } from '#server/http/failure.ts';
import { savedViews } from '#server/saved-views/tables.ts';

type Settings = { page: ViewPageName; name: string; search: string; role: Role | null };
type StoredView = Omit<SavedView, 'gone'>;

/** The parameters of a search that name a record, with its kind and its id. */
function recordsIn({ page, search }: Pick<Settings, 'page' | 'search'>) {
  const { parameters } = viewPages[page];
  return [...new URLSearchParams(search)].flatMap(([name, value]) => {
    const kind = parameters[name];
    // The router quotes a text that JSON could read as something else.
    return kind ? [{ name, kind, id: value.replaceAll('"', '') }] : [];
  });
}

/** Adds to each view the parameters whose record no longer exists, with one statement for each kind that they name. */
async function withGone(history: History, views: readonly StoredView[]): Promise<SavedView[]> {
  const wanted = views.flatMap(recordsIn);
  const existing = new Set<string>();
  for (const kind of new Set(wanted.map((one) => one.kind))) {
    const table = kind === 'account' ? staff : history.kindOf(kind).table;
    const ids = wanted.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const rows = await history.db.select({ id: table.id }).from(table).where(inArray(table.id, ids));
    for (const { id } of rows) existing.add(`${kind} ${String(id)}`);
  }
  return views.map((view) =>
    Object.assign(view, {
      gone: recordsIn(view).flatMap(({ name, kind, id }) => (existing.has(`${kind} ${id}`) ? [] : [name])),
    }),
  );
}

const refused = (code: string, detail: string, path: string) =>
  new Failure(422, code, detail, { errors: [{ path, message: detail }] });

/** Throws 422 for a parameter that no view of the page keeps, and for a role that may not open the page. */
function expectFitting({ page, search, role }: Settings) {
  const { label, parameters, roles } = viewPages[page];
  const names = [...new URLSearchParams(search).keys()];
  const unknown = names.find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined)
    throw refused('unknown_parameter', `“${unknown.slice(0, 60)}” is no filter of ${label}`, 'search');
  if (new Set(names).size < names.length) throw refused('repeated_parameter', 'A filter is there twice', 'search');
  for (const { name, id } of recordsIn({ page, search }))
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
      throw refused('no_record', `“${name}” must be the id of a record`, 'search');
  if (role !== null && !roles.includes(role))
    throw refused('role_without_page', `${roleNames[role]} may not open ${label}`, 'role');
}

/** Throws 403 when the account's own role may not open the page. */
function expectPage({ role }: Admin, page: ViewPageName) {
  if (!viewPages[page].roles.includes(role))
    throw new Failure(403, 'not_allowed', `Your role may not open ${viewPages[page].label}.`);
}

/** Locks the owner, so that two calls at once add no view too many and take no name twice. */
async function lockOwner(tx: NodePgDatabase, id: string) {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, id)).for('no key update');
}

async function expectFreeName(tx: NodePgDatabase, ownerId: string, { page, name }: Settings, id?: string) {
  const taken = and(
    eq(savedViews.ownerId, ownerId),
    eq(savedViews.page, page),
    eq(savedViews.name, name),
    id === undefined ? undefined : ne(savedViews.id, id),
  );
  if ((await tx.$count(savedViews, taken)) === 0) return;
  const detail = 'Another view of yours on this page has this name';
  throw new Failure(409, 'name_taken', `${detail}. Nothing was changed.`, {
    errors: [{ path: 'name', message: detail }],
  });
}

/** Locks a view that the account can see. Throws 404 for another one. */
async function lockVisible(tx: NodePgDatabase, id: string, { id: ownerId, role }: Admin) {
  const [view] = await tx.select().from(savedViews).where(eq(savedViews.id, id)).for('update');
  const isSeen = view && (view.ownerId === ownerId || view.role === role);
  // Administrators see to all shared views.
  if (!view || !(isSeen || (role === 'administrator' && view.role !== null))) throw notFound('view');
  return view;
}

/** Saved views. They are no content, so the log has nothing about them. */
export const savedViewsFeature: Feature<typeof savedViewsApi> = {
  handlers: ({ history }) => ({
    savedViews: {
      async list(_, { staff: { id: ownerId, role } }) {
        const rows = await history.db
          .select({
            id: savedViews.id,
            owner: { id: staff.id, name: staff.name },
            page: savedViews.page,
            name: savedViews.name,
            search: savedViews.search,
            role: savedViews.role,
          })
          .from(savedViews)
          .innerJoin(staff, eq(staff.id, savedViews.ownerId))
          .where(
            or(
              eq(savedViews.ownerId, ownerId),
              role === 'administrator' ? inArray(savedViews.role, [...everyRole]) : eq(savedViews.role, role),
            ),
          )
          .orderBy(asc(savedViews.page), asc(savedViews.name), asc(savedViews.id));
        const may = rows.filter(({ page }) => page in viewPages && viewPages[page].roles.includes(role));
        return { views: await withGone(history, may) };
      },

      add: (settings, context) =>
        history.change(context, async ({ tx }) => {
          expectPage(context.staff, settings.page);
          expectFitting(settings);
          const { id: ownerId } = context.staff;
          await lockOwner(tx, ownerId);
          await expectFreeName(tx, ownerId, settings);
          if ((await tx.$count(savedViews, eq(savedViews.ownerId, ownerId))) >= maxViews)
            throw new Failure(
              409,
              'too_many',
              `An account can have at most ${maxViews} views. Nothing was saved. Delete one that is no longer needed.`,
            );
          await tx.insert(savedViews).values({ ...settings, ownerId });
        }),

      update: ({ id, ...settings }, context) =>
        history.change(context, async ({ tx }) => {
          await lockOwner(tx, context.staff.id);
          const view = await lockVisible(tx, id, context.staff);
          if (view.ownerId !== context.staff.id)
            throw new Failure(403, 'not_yours', 'A colleague saved this view. They alone change it.');
          const next = { ...settings, page: view.page };
          expectPage(context.staff, view.page);
          expectFitting(next);
          await expectFreeName(tx, view.ownerId, next, id);
          await tx.update(savedViews).set(settings).where(eq(savedViews.id, id));
        }),

      remove: ({ id }, context) =>
        history.change(context, async ({ tx }) => {
          const view = await lockVisible(tx, id, context.staff);
          if (view.ownerId !== context.staff.id && context.staff.role !== 'administrator')
            throw new Failure(403, 'not_yours', 'A colleague saved this view. They or an administrator delete it.');
          await tx.delete(savedViews).where(eq(savedViews.id, id));
        }),
    },
  }),
};
