import { type Kind, type LoggedKind, kinds } from '#contract/kinds.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { Failure } from '#server/http/failure.ts';

/** The last sentence of every refusal. */
export const nothingChanged = 'Nothing was changed.';

/** `publishStatus` and `phase-description` as words. */
export const humanize = (term: string) =>
  term.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ');

/** 409: the record has changed since the operation to be undone. `what`: `was deleted`. */
export function changedSince(kind: Kind, what: string, conflicts: string[]) {
  return new Failure(409, 'changed_since', `This ${kinds[kind].one} ${what} since. ${nothingChanged}`, { conflicts });
}

/** 409: its parent no longer exists. */
export function parentMissing(kind: Kind, parent: Kind) {
  const what = `The ${kinds[parent].one} of this ${kinds[kind].one} was deleted. Restore it first. ${nothingChanged}`;
  return new Failure(409, 'parent_missing', what);
}

/** 404: it was already restored, or its time in the bin has expired. */
export const notInBin = (kind: Kind) =>
  new Failure(404, 'not_found', `This ${kinds[kind].one} is not in the bin any more. ${nothingChanged}`);

/** 404 of a call about several records, with the missing ones of `ids`. */
export function someMissing(kind: LoggedKind, ids: readonly string[], missing: readonly string[]) {
  const { one, many } = kinds[kind];
  const [count, verb] = missing.length === 1 ? ['One', 'exists'] : [missing.length, 'exist'];
  const errors = missing.map((id) => ({
    path: `ids.${ids.indexOf(id)}`,
    message: `This ${one} no longer exists`,
  }));
  return new Failure(404, 'not_found', `${count} of these ${many} no longer ${verb}.`, { errors });
}

/** The message at a field of an earlier state whose image was swept since. */
export const imageGone = `An image in that version is no longer kept. ${nothingChanged} Copy what you need into the form.`;

const sqlStates = { unique: '23505', reference: '23503' };

/**
 * Runs a statement that writes rows of a kind. Throws 409 when a unique value is taken, or the parent no longer exists.
 */
export async function withConstraintFailures<T>(
  { kind, parent, unique = [] }: EntityKind,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error ? (error.cause as { code?: string } | undefined)?.code : undefined;
    if (code === sqlStates.unique) {
      const { one } = kinds[kind];
      const errors = unique.map((path) => ({ path, message: `This is taken by another ${one}` }));
      throw new Failure(409, 'place_taken', `Another ${one} has the same place now. ${nothingChanged}`, { errors });
    }
    // The parent was deleted after the check for it.
    if (code === sqlStates.reference && parent) throw parentMissing(kind, parent.kind);
    throw error;
  }
}
