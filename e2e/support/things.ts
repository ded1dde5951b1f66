import { z } from 'zod';
import { api as contract } from '#contract/api.ts';
import { type Kind, addressOf, keptKinds, listName, parentOf } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import type { Call } from '#e2e/support/calls.ts';
import { areas, tabs } from '#web/app/areas.ts';

type Routes = Record<'list' | 'create' | 'update' | 'remove', Route> & { order?: Route; bulk?: Route };

/** The calls of a kind. */
export const routesOf = (kind: Kind) => (contract as Partial<Record<string, unknown>>)[listName(kind)] as Routes;

/** The kinds that have a page. */
export const shownKinds = keptKinds.filter((kind) => [...areas, ...tabs].some(({ to }) => to === addressOf(kind)));

/** The text of what holds other things. A form for these has it filled in. */
export const held = 'That holds them';

/** The field that names a thing of this kind: the first that needs a text, else the first that takes one. */
export function nameField(kind: Kind) {
  const shape = (routesOf(kind).create.input as z.ZodObject).shape as Record<string, z.ZodType>;
  const takes = (name: string) => shape[name]?.safeParse(held).success;
  const needs = (name: string) => takes(name) && !shape[name]?.safeParse(undefined).success;
  return Object.keys(shape).find(needs) ?? Object.keys(shape).find(takes) ?? '';
}

/**
 * Adds a thing with this text in the field that names it and in each that it needs, with the first of each choice and 1 as
 * each number, and returns its id. `parentId` is that of what holds it.
 */
export async function addThing(api: Call, kind: Kind, text: string, parentId?: string): Promise<string> {
  const { create } = routesOf(kind);
  const { shape } = create.input as z.ZodObject;
  const needed = Object.keys(shape).filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success);
  const own = `${parentOf(kind)}Id`;
  const valueOf = (name: string) => {
    if (name === own) return parentId;
    const schema = shape[name] as z.ZodType;
    const option = schema instanceof z.ZodEnum ? schema.options[0] : undefined;
    return [text, option, 1].find((value) => schema.safeParse(value).success);
  };
  const fields = [...needed, nameField(kind)].map((name) => [name, valueOf(name)]);
  return ((await api(create, Object.fromEntries(fields))) as { id: string }).id;
}

/** Adds what holds the things of a kind, and returns its id; undefined where nothing does. */
export async function addParent(api: Call, kind: Kind): Promise<string | undefined> {
  const parent = parentOf(kind);
  return parent && addThing(api, parent, held, await addParent(api, parent));
}
