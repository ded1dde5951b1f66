import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { Id } from '#contract/common.ts';
import { doublesAmong, nameKey, phoneKeys } from '#contract/doctor-doubles.ts';
import { type DoctorImport, type doctorImportApi, maxCsvErrors } from '#contract/doctor-import.ts';
import { doctorFields, withTitle } from '#contract/doctors.ts';
import { type FieldError, failures } from '#contract/errors.ts';
import { importInWords, maxImportNames } from '#contract/import-report.ts';
import type { ParsedInput } from '#contract/route.ts';
import { turns } from '#server/concurrency/turns.ts';
import { type CsvLine, csvFields, readCsv } from '#server/doctors/csv.ts';
import { doctorKind } from '#server/doctors/kinds.ts';
import type { doctors } from '#server/doctors/tables.ts';
import type { Change } from '#server/history/change.ts';
import { changeOrTry } from '#server/history/dry-run.ts';
import type { History } from '#server/history/history.ts';
import type { Context } from '#server/http/context.ts';
import { Failure } from '#server/http/failure.ts';
import { fieldErrors } from '#server/http/input.ts';
import { lockImages } from '#server/images/references.ts';
import { lockOrder } from '#server/records/order.ts';
import { lockAll } from '#server/records/rows.ts';
import { imagesNamed } from '#server/records/rules.ts';

type Fields = Record<string, unknown>;
type Doctor = typeof doctors.$inferSelect;

/** A line by today's rules: a new doctor has all fields, a stored one those of the file. */
type Imported = { line: number; id: string | undefined; fields: Fields };

/** 422 for a file that cannot be imported, with the first errors by line and field. */
function wrongFile(errors: FieldError[]) {
  const inOrder = errors.toSorted((one, other) => Number.parseInt(one.path, 10) - Number.parseInt(other.path, 10));
  const total = errors.length === 1 ? 'one error' : `${errors.length.toLocaleString('en')} errors`;
  const first = errors.length > maxCsvErrors ? `; these are the first ${maxCsvErrors}` : '';
  const detail = `${failures.content.importFormat}: it has ${total}${first}.`;
  return new Failure(422, 'invalid', detail, { errors: inOrder.slice(0, maxCsvErrors) });
}

const { Input, Changes, labels } = doctorFields;
const required = (['name', 'specialty'] as const).filter((name) => doctorFields.fields[name].required);
const own = Object.fromEntries(csvFields.map((name) => [name, true])) as Record<keyof typeof Input.shape, true>;
const rules: Record<'new' | 'stored', z.ZodObject> = { new: Input, stored: Changes.pick(own) };

/** Reads a file by today's rules. Throws 422 with all errors. A large file takes a while, in which others are served. */
async function readLines(text: string) {
  const { columns, lines, errors } = readCsv(text);
  const missing = lines.some(({ values: { id = '' } }) => id === '')
    ? required.filter((name) => !columns.includes(name))
    : [];
  if (missing.length > 0 && errors.length === 0)
    throw wrongFile(
      missing.map((name) => ({ path: '1', message: `There is no column “${labels[name]}”, which new doctors need` })),
    );
  const turn = turns();
  const seen = new Map<string, number>();
  async function readLine({ line, values: { id = '', ...values } }: CsvLine): Promise<Imported> {
    await turn();
    const isNew = id === '';
    const known = Id.safeParse(id).data;
    const wrong = (path: string, message: string) => errors.push({ path: `${line}.${path}`, message });
    if (!isNew && known === undefined) wrong('id', 'This is no ID. Leave it empty to add a new doctor.');
    if (known !== undefined) {
      const earlier = seen.get(known);
      if (earlier !== undefined) wrong('id', `Line ${earlier} has the same ID`);
      seen.set(known, earlier ?? line);
    }
    const found = (isNew ? rules.new : rules.stored).safeParse(values);
    for (const { path, message } of found.error?.issues.flatMap(fieldErrors) ?? [])
      wrong(path, message.replace(/true or false$/, 'yes or no'));
    return { line, id: known, fields: found.data ?? {} };
  }
  const read: Imported[] = [];
  for (const line of lines) read.push(await readLine(line));
  if (errors.length > 0) throw wrongFile(errors);
  return read;
}

/** Locks the images of the lines. Throws 422 with the line of each that no longer exists. */
async function lockNamedImages(change: Change, lines: readonly Imported[]) {
  const images = lines.flatMap(({ line, fields }) =>
    imagesNamed(doctorKind, [fields]).map(([field, address]): [string, unknown] => [`${line}.${field}`, address]),
  );
  await lockImages(change.tx, images).catch((error: unknown) => {
    if (error instanceof Failure && error.extra.errors) throw wrongFile(error.extra.errors);
    throw error;
  });
}

/** The doctors who may be another one too, among those that the import adds, or gives another name or number. */
function doublesOf(lines: readonly Imported[], before: ReadonlyMap<string, Doctor>, after: readonly Doctor[]) {
  const lineOf = new Map(lines.map(({ id, line }) => [id, line]));
  const doubles = doublesAmong(after);
  const keysOf = ({ name, phone }: Doctor) => [nameKey(name), ...phoneKeys(phone)].join();
  const found = after.flatMap((doctor): DoctorImport['doubles']['first'] => {
    const line = lineOf.get(doctor.id);
    const stored = before.get(doctor.id);
    if (line === undefined || (stored && keysOf(stored) === keysOf(doctor))) return [];
    const { sameName, samePhone } = doubles(doctor, ({ id }) => id === doctor.id);
    const with_ = (by: 'name' | 'phone', [other]: Doctor[]) =>
      other
        ? [
            {
              line,
              name: withTitle(doctor.name),
              by,
              other: { name: withTitle(other.name), line: lineOf.get(other.id) ?? null },
            },
          ]
        : [];
    return [...with_('name', sameName), ...with_('phone', samePhone)];
  });
  return { count: found.length, first: found.toSorted((one, other) => one.line - other.line).slice(0, maxCsvErrors) };
}

/** Imports the lines as one operation: known ids are changed, others added at the end. Throws 422 for an unknown id. */
async function importLines(change: Change, read: readonly Imported[]): Promise<DoctorImport> {
  await lockOrder(change, doctorKind, undefined);
  await lockNamedImages(change, read);
  const rows = (await lockAll(doctorKind, change.tx, undefined)) as unknown as Doctor[];
  const before = new Map(rows.map((row) => [row.id, row]));
  const unknown = read.filter(({ id }) => id !== undefined && !before.has(id));
  if (unknown.length > 0)
    throw wrongFile(
      unknown.map(({ line }) => ({
        path: `${line}.id`,
        message: 'There is no doctor with this ID. Leave it empty to add a new one.',
      })),
    );
  const lines = read.map(({ line, id, fields }) => ({ line, id: id ?? uuidv7(), fields }));
  const added = lines.filter(({ id }) => !before.has(id));
  const made = (await change.createMany(
    doctorKind,
    added.map(({ id, fields }) => Object.assign({}, fields, { id })) as never,
  )) as unknown as Doctor[];
  const changes = new Map(lines.flatMap(({ id, fields }) => (before.has(id) ? [[id, fields] as const] : [])));
  const changed = (await change.updateMany(
    doctorKind,
    [...changes.keys()],
    ({ id }) => changes.get(id) ?? {},
  )) as unknown as Doctor[];
  const after = new Map([...before, ...[...made, ...changed].map((row) => [row.id, row] as const)]);
  const isChanged = new Set(changed.map(({ id }) => id));
  const named = (some: readonly Doctor[]) => ({
    doctors: { count: some.length, names: some.slice(0, maxImportNames).map(({ name }) => withTitle(name)) },
  });
  const report = {
    create: named(made),
    update: named(changed),
    unchanged: named(rows.filter(({ id }) => changes.has(id) && !isChanged.has(id))),
    doubles: doublesOf(lines, before, [...after.values()]),
  };
  const done = importInWords(report, ['doctors']);
  if (done)
    change.about({
      action: 'import',
      area: 'doctors',
      kind: 'doctor',
      entityId: null,
      count: done.count,
      details: done.words,
    });
  return report;
}

/** Imports a file with doctors as a staff change. A dry run is the import itself, which is rolled back. */
export async function importDoctors(
  history: History,
  context: Context,
  { file, dryRun }: ParsedInput<typeof doctorImportApi.doctorFile.import>,
) {
  const lines = await readLines(file);
  return changeOrTry(history, context, dryRun, (change) => importLines(change, lines));
}
