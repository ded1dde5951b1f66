import { z } from 'zod';
import { Id } from '#contract/common.ts';
import { asSaved } from '#contract/editions.ts';
import { type FieldError, failures } from '#contract/errors.ts';
import { ImportFile, maxInFile } from '#contract/lady-due-file.ts';
import { type PublishState, statusAt } from '#contract/lady-due-visibility.ts';
import { turns } from '#server/concurrency/turns.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { Failure } from '#server/http/failure.ts';
import { fieldErrors, maxErrors } from '#server/http/input.ts';
import { cardKind, categoryKind, sectionKind } from '#server/lady-due/kinds.ts';
import { asDraft, publishStateOf } from '#server/lady-due/publish.ts';

type Fields = Record<string, unknown>;

/** A record of a file: its path in the file, its id there, its fields by today's rules, and its children. */
export type Imported = { path: string; id: string | undefined; fields: Fields; children: Imported[] };

/** The kinds from the top down, each with the name of its list in the parent. */
export const levels = [
  { entity: categoryKind, list: 'categories' },
  { entity: sectionKind, list: 'sections' },
  { entity: cardKind, list: 'cards' },
] as const;

/** Fields that a file may contain and an import ignores: the position follows from the place in the file, and a file has the saved words. */
const ignored = ['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'displayOrder', ...Object.keys(asSaved)];

/** The rules for a record in a file. */
function schemaOf({ fields, order }: EntityKind, childList: string | undefined) {
  const unread = [...ignored, order?.scope ?? '', ...(childList === undefined ? [] : [childList])];
  const own = Object.entries(fields.shape).filter(([name]) => !unread.includes(name));
  return z.strictObject({
    ...Object.fromEntries(own),
    ...Object.fromEntries(unread.map((name) => [name, z.unknown().optional()])),
  });
}

const schemas = levels.map(({ entity }, depth) => schemaOf(entity, levels[depth + 1]?.list));

/** 422 for a file that cannot be imported, with the errors by their path in the file. */
export const wrongFile = (errors: FieldError[]) =>
  new Failure(422, 'invalid', failures.content.importFormat, { errors: errors.slice(0, maxErrors) });

/** The status of a card of a file. Throws 422 for a time that does not fit the status. */
async function importedPublishState(fields: PublishState, now: string): Promise<PublishState> {
  const { publishedAt, shownUntil } = fields;
  const status = statusAt(fields, now);
  if (status === 'draft') return { ...asDraft, shownUntil };
  if (status === 'scheduled') return publishStateOf(fields, asDraft, () => now);
  // A card without a time, or with one of a clock that was ahead, is published now.
  const time = publishedAt === null || publishedAt > now ? now : publishedAt;
  // An end that is over came with the file: the card stays out of the app.
  return { publishStatus: 'published', publishedAt: time, shownUntil };
}

/**
 * Reads a file by today's rules. `now` decides which cards are published. Throws 422 with the errors by their path in
 * the file. A large file takes seconds, during which other requests are served.
 */
export async function readFile(file: unknown, now: string): Promise<Imported[]> {
  const errors: FieldError[] = [];
  const turn = turns();
  let read = 0;

  async function readRecord(record: unknown, depth: number, path: string): Promise<Imported> {
    read += 1;
    if (read > maxInFile) throw wrongFile([{ path, message: `A file can hold at most ${maxInFile} things` }]);
    await turn();
    const found = schemas[depth]?.safeParse(record);
    const wrong = (error: FieldError) => errors.push({ ...error, path: `${path}.${error.path}` });
    for (const error of found?.error?.issues.flatMap(fieldErrors) ?? []) wrong(error);
    const { id, ...given }: Fields = { ...found?.data };
    const fields = Object.fromEntries(
      Object.entries(given).filter(([name]) => name in (levels[depth]?.entity.fields.shape ?? {})),
    );
    if (found?.success && levels[depth]?.entity === cardKind) {
      try {
        Object.assign(fields, await importedPublishState(fields as PublishState, now));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        error.extra.errors?.forEach(wrong);
      }
    }
    const childList = levels[depth + 1]?.list ?? '';
    const list = (record as Fields | null)?.[childList] ?? [];
    return {
      path,
      id: Id.safeParse(id).data,
      fields,
      children: await readList(list, depth + 1, `${path}.${childList}`),
    };
  }

  async function readList(list: unknown, depth: number, path: string) {
    const records: Imported[] = [];
    if (!levels[depth]) return records;
    if (!Array.isArray(list)) errors.push({ path, message: 'This must be a list' });
    else {
      for (const [index, record] of list.entries()) {
        records.push(await readRecord(record, depth, `${path}.${index}`));
        // Releases the parsed record, because a file may take a tenth of the memory.
        list[index] = undefined;
      }
    }
    return records;
  }

  const whole = ImportFile.safeParse(file);
  if (!whole.success) throw wrongFile(whole.error.issues.flatMap(fieldErrors));
  const records = await readList(whole.data.categories, 0, 'categories');
  if (errors.length > 0) throw wrongFile(errors);
  return records;
}
