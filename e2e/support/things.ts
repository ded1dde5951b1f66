import type { z } from 'zod';
import { api as contract } from '#contract/api.ts';
import { type Kind, keptKinds, listName, parentOf, slugOf } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import type { Call } from '#e2e/support/calls.ts';
import { areas } from '#web/app/areas.ts';

type Routes = Record<'list' | 'create' | 'update' | 'remove', Route> & { order?: Route; bulk?: Route };

/** The calls of a kind. */
export const routesOf = (kind: Kind) => (contract as Partial<Record<string, unknown>>)[listName(kind)] as Routes;

/** The kinds that have a page. */
export const shownKinds = keptKinds.filter((kind) => areas.some(({ to }) => to === `/admin/desk/${slugOf(kind)}`));

/** The text of what holds other things. A form for these has it filled in. */
export const held = 'That holds them';

/** Adds a thing with this text in each field that it needs, and returns its id. `parentId` is that of what holds it. */
export async function addThing(api: Call, kind: Kind, text: string, parentId?: string): Promise<string> {
  const { create } = routesOf(kind);
  const { shape } = create.input as z.ZodObject;
  const needed = Object.keys(shape).filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success);
  const own = `${parentOf(kind)}Id`;
  const fields = needed.map((name) => [name, name === own ? parentId : text]);
  return ((await api(create, Object.fromEntries(fields))) as { id: string }).id;
}

/** Adds what holds the things of a kind, and returns its id; undefined where nothing does. */
export async function addParent(api: Call, kind: Kind): Promise<string | undefined> {
  const parent = parentOf(kind);
  return parent && addThing(api, parent, held, await addParent(api, parent));
}
