import { z } from 'zod';
import { api } from '#contract/api.ts';
import { type Kind, listName, parentOf } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';

type Routes = Record<'list' | 'create' | 'update' | 'remove', Route> &
  Partial<Record<'order' | 'bulk' | 'publish' | 'published', Route>>;

/** The routes of a kind. A missing route is undefined, whatever the type says. */
export const routesOf = (kind: Kind) => (api as Partial<Record<string, unknown>>)[listName(kind)] as Routes;

const shapeOf = (kind: Kind) => (routesOf(kind).create.input as z.ZodObject).shape as Record<string, z.ZodType>;

/** The text of parent records. A form for their children has it filled in. */
export const parentTitle = 'That holds them';

/** The field with the name of a record: the first that requires a text, else the first that accepts one. */
export function nameField(kind: Kind) {
  const shape = shapeOf(kind);
  const takes = (name: string) => shape[name]?.safeParse(parentTitle).success;
  const needs = (name: string) => takes(name) && !shape[name]?.safeParse(undefined).success;
  return Object.keys(shape).find(needs) ?? Object.keys(shape).find(takes) ?? '';
}

/** A valid value for a field: this text, or the option at `index` of a choice, or the number `index + 1`. */
export function valueOf(kind: Kind, name: string, text: string, index = 0) {
  const schema = shapeOf(kind)[name] as z.ZodType;
  const option = schema instanceof z.ZodEnum ? schema.options[index] : undefined;
  return [text, option, index + 1].find((value) => schema.safeParse(value).success);
}

/**
 * A new record with this text in its name and in each required field, with the first option of each choice and 1 for
 * each number. `parentId` is the id of its parent.
 */
export function newRecord(kind: Kind, text: string, parentId?: string): Record<string, unknown> {
  const shape = shapeOf(kind);
  const needed = Object.keys(shape).filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success);
  const own = `${parentOf(kind)}Id`;
  return Object.fromEntries(
    [...needed, nameField(kind)].map((name) => [name, name === own ? parentId : valueOf(kind, name, text)]),
  );
}

/** Makes a call, and returns the body of its response. */
type Call = (route: Route, input: Record<string, unknown>) => Promise<unknown>;

/** Adds a record with this text, and returns its id. `parentId` is the id of its parent. */
export const addRecord = async (call: Call, kind: Kind, text: string, parentId?: string) =>
  ((await call(routesOf(kind).create, newRecord(kind, text, parentId))) as { id: string }).id;

/** Adds a parent for records of a kind, and returns its id; undefined when the kind has no parent. */
export async function addParent(call: Call, kind: Kind): Promise<string | undefined> {
  const parent = parentOf(kind);
  return parent && addRecord(call, parent, parentTitle, await addParent(call, parent));
}

/** The path of a route for a flat input, and the rest of the input. */
export function addressed({ path }: Route, input: object): [path: string, rest: Record<string, unknown>] {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return [filled, rest];
}
