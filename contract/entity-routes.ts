import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Id, manyIds } from '#contract/common.ts';
import { type EntityContract, type Fields, type NameOf, type ScopeOf, namesOf, scopeOf } from '#contract/entity.ts';
import { kindFailures } from '#contract/errors.ts';
import type { Field } from '#contract/fields.ts';
import { type Kind, type ListName, type Path, kinds, listName, pathOf, slugOf } from '#contract/kinds.ts';
import { type Route, route } from '#contract/route.ts';

/** The sort order of the lists of a kind, in words. */
const sortingOf = (fields: Fields) => (namesOf(fields, 'position').length > 0 ? 'in order' : 'newest first');

type ListOf<K extends Kind, Schema extends z.ZodType> = z.ZodObject<Record<ListName<K>, z.ZodArray<Schema>>>;

/** The response of a list: the records under the name of the list, as in `{ doctors: [...] }`. */
const listOf = <K extends Kind, Schema extends z.ZodType>(kind: K, Schema: Schema) =>
  z.object({ [listName(kind)]: z.array(Schema) }) as unknown as ListOf<K, Schema>;

/**
 * The calls of every kind: GET and POST on its path list and create records, PUT and DELETE on `/{id}` change and
 * delete them. Records with a parent can be listed by it: `?clinicId=`. `summaries` replace the default summaries on
 * the API page; `path` replaces the path of the kind.
 */
export function entityRoutes<F extends Fields, K extends Kind, Schema extends z.ZodObject>(
  { kind, fields, Entity, Input, Changes }: EntityContract<F, K> & { Entity: Schema },
  summaries: { list?: string; create?: string; update?: string; remove?: string } = {},
  path: Path = pathOf(kind),
) {
  const { article, one, many, area } = kinds[kind];
  const { look, change } = areaRoles[area];
  const failures = kindFailures[kind];
  const scope = scopeOf(fields);
  const { label, schema } = (scope === undefined ? {} : fields[scope]) as Partial<Field>;
  const filter = schema && { [scope as string]: schema.optional() };
  return {
    list: route(`GET ${path}`, {
      summary:
        summaries.list ??
        `All ${many}${label ? `, or those of one ${label.toLowerCase()}` : ''}, ${sortingOf(fields)}.`,
      input: z.strictObject({ ...filter } as { [Name in ScopeOf<F>]: z.ZodOptional<F[Name]['schema']> }),
      output: listOf(kind, Entity),
      roles: look,
      failure: failures.fetch,
    }),
    create: route(`POST ${path}`, {
      summary: summaries.create ?? `Add ${article} ${one}.`,
      input: Input,
      output: Entity,
      status: 201,
      roles: change,
      failure: failures.create,
    }),
    update: route(`PUT ${path}/{id}`, {
      summary: summaries.update ?? `Change ${article} ${one}.`,
      input: Changes,
      output: Entity,
      versioned: true,
      roles: change,
      failure: failures.update,
    }),
    remove: route(`DELETE ${path}/{id}`, {
      summary: summaries.remove ?? `Delete ${article} ${one}.`,
      input: z.strictObject({ id: Id }),
      versioned: true,
      roles: change,
      failure: failures.remove,
    }),
  };
}

/** The maximum number of records that one call puts in order. */
const maxInOrder = 20_000;

/** `parentId`, when records share an order by a field. */
type Parent<F extends Fields> = [ScopeOf<F>] extends [never]
  ? Record<never, never>
  : { parentId: F[ScopeOf<F>]['schema'] };

/** The call that orders all records, or those of one parent. */
export function orderRoute<F extends Fields>({ kind, fields }: EntityContract<F>, path: Path = pathOf(kind)) {
  const { many, area } = kinds[kind];
  const scope = scopeOf(fields);
  const parent = scope === undefined ? {} : { parentId: fields[scope]?.schema };
  return route(`POST ${path}/order`, {
    summary: `Put ${many} in order: \`ids\` are exactly those there are, else 409 \`order_changed\` with \`ids\` as they are.`,
    input: z.strictObject({ ids: z.array(Id).max(maxInOrder), ...(parent as Parent<F>) }),
    roles: areaRoles[area].change,
    failure: kindFailures[kind].order,
  });
}

/** The bulk actions of every kind, and those of a kind with an active field. */
type StandardAction<F extends Fields> =
  | 'delete'
  | ([NameOf<F, 'active'>] extends [never] ? never : 'activate' | 'deactivate');

/** The result of a bulk call. */
export const BulkDone = z.object({
  /** The number of changed records. */
  count: z.int(),
  /** The number of records that already had the requested state. */
  unchanged: z.int(),
});

type Bulk<Action extends string> = Route<
  z.ZodObject<{ ids: ReturnType<typeof manyIds>; action: z.ZodEnum<{ [Name in Action]: Name }> }, z.core.$strict>,
  typeof BulkDone
>;

/**
 * The call that changes several records as one operation: all of them, or none when one does not exist. The response
 * has the number of changed records. Every kind has `delete`, a kind with an `activeField` also `activate` and
 * `deactivate`; `actions` are the kind's own.
 */
export function bulkRoute<F extends Fields, Action extends string = never>(
  { kind, fields }: EntityContract<F>,
  actions: readonly Action[] = [],
  path: Path = pathOf(kind),
): Bulk<Action | StandardAction<F>> {
  const { one, many, area } = kinds[kind];
  const standard = namesOf(fields, 'active').length > 0 ? ['activate', 'deactivate', 'delete'] : ['delete'];
  return route(`POST ${path}/bulk`, {
    summary: `Change or delete several ${many}: all of them or, when one does not exist, none.`,
    input: z.strictObject({ ids: manyIds(one, many), action: z.enum([...actions, ...standard]) }),
    output: BulkDone,
    roles: areaRoles[area].change,
    failure: kindFailures[kind].bulk,
  });
}

/** The fields of every record that the app does not get. */
type Internal = 'version' | 'createdBy';

type Published<F extends Fields, K extends Kind, Hidden extends string> = Route<
  z.ZodObject<Record<never, never>, z.core.$strict>,
  ListOf<
    K,
    z.ZodObject<Omit<EntityContract<F>['Entity']['shape'], Internal | NameOf<F, 'active' | 'position'> | Hidden>>
  >
>;

/**
 * The call with which the app reads the active records, without signing in. The response leaves out the fields that
 * only staff need and those in `hidden`.
 */
export function publishedRoute<F extends Fields, K extends Kind, Hidden extends string = never>(
  { kind, fields, Entity }: EntityContract<F, K>,
  hidden: readonly Hidden[] = [],
  path: Path = `/content/v1/${slugOf(kind)}`,
): Published<F, K, Hidden> {
  const { many } = kinds[kind];
  const [active] = namesOf(fields, 'active');
  const positions = namesOf(fields, 'position');
  const omitted = new Set<string | undefined>(['version', 'createdBy', active, ...positions, ...hidden]);
  const shown = Object.entries(Entity.shape).filter(([name]) => !omitted.has(name));
  const which = active === undefined ? 'all' : `the ${fields[active]?.label.toLowerCase()}`;
  return route(`GET ${path}`, {
    summary: `What the app shows: ${which} ${many}, ${sortingOf(fields)}.`,
    output: listOf(kind, z.object(Object.fromEntries(shown))),
    access: 'public',
    failure: kindFailures[kind].fetch,
  }) as unknown as Published<F, K, Hidden>;
}

/** All calls of a kind that staff order and change in bulk, and that the app shows. */
export const allRoutes = <F extends Fields, K extends Kind, Schema extends z.ZodObject>(
  contract: EntityContract<F, K> & { Entity: Schema },
  summaries?: Parameters<typeof entityRoutes>[1],
) => ({
  ...entityRoutes(contract, summaries),
  order: orderRoute(contract),
  bulk: bulkRoute(contract),
  published: publishedRoute(contract),
});
