import { z } from 'zod';
import { api } from '#contract/api.ts';
import { type Kind, listName, parentOf } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';

type Routes = Record<'list' | 'create' | 'update' | 'remove', Route> &
  Partial<Record<'order' | 'bulk' | 'published', Route>>;

/** The calls of a kind. What it has no call for is undefined, whatever the type says. */
export const routesOf = (kind: Kind) => (api as Partial<Record<string, unknown>>)[listName(kind)] as Routes;

const shapeOf = (kind: Kind) => (routesOf(kind).create.input as z.ZodObject).shape as Record<string, z.ZodType>;

/** The text of what holds other things. A form for these has it filled in. */
export const held = 'That holds them';

/** The field that names a thing of this kind: the first that needs a text, else the first that takes one. */
export function nameField(kind: Kind) {
  const shape = shapeOf(kind);
  const takes = (name: string) => shape[name]?.safeParse(held).success;
  const needs = (name: string) => takes(name) && !shape[name]?.safeParse(undefined).success;
  return Object.keys(shape).find(needs) ?? Object.keys(shape).find(takes) ?? '';
}

/** A value that a field takes: this text, or of a choice the option at `index`, or the number after it. */
export function valueOf(kind: Kind, name: string, text: string, index = 0) {
  const schema = shapeOf(kind)[name] as z.ZodType;
  const option = schema instanceof z.ZodEnum ? schema.options[index] : undefined;
  return [text, option, index + 1].find((value) => schema.safeParse(value).success);
}

/**
 * A new thing with this text in the field that names it and in each that it needs, with the first of each choice and 1 as
 * each number. `parentId` is that of what holds it.
 */
export function newThing(kind: Kind, text: string, parentId?: string): Record<string, unknown> {
  const shape = shapeOf(kind);
  const needed = Object.keys(shape).filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success);
  const own = `${parentOf(kind)}Id`;
  return Object.fromEntries(
    [...needed, nameField(kind)].map((name) => [name, name === own ? parentId : valueOf(kind, name, text)]),
  );
}

/** Makes a call, and returns what it answers. */
type Call = (route: Route, input: Record<string, unknown>) => Promise<unknown>;

/** Adds a thing with this text, and returns its id. `parentId` is that of what holds it. */
export const addThing = async (call: Call, kind: Kind, text: string, parentId?: string) =>
  ((await call(routesOf(kind).create, newThing(kind, text, parentId))) as { id: string }).id;

/** Adds what holds the things of a kind, and returns its id; undefined where nothing does. */
export async function addParent(call: Call, kind: Kind): Promise<string | undefined> {
  const parent = parentOf(kind);
  return parent && addThing(call, parent, held, await addParent(call, parent));
}

/** Where a route is called with a flat input, and what of that is not in its path. */
export function addressed({ path }: Route, input: object): [path: string, rest: Record<string, unknown>] {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return [filled, rest];
}
