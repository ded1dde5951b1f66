import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { FieldError } from '#contract/errors.ts';
import { type Doctor, doctorFields } from '#contract/doctors.ts';
import { maxCsvBytes, maxCsvLines } from '#contract/doctor-import.ts';
import { fold } from '#contract/fold.ts';
import { cellOf, readCell } from '#server/doctors/csv-cells.ts';

/** The fields with a column. The position is left out: those who are stored keep it, and new ones come last. */
export const csvFields = Object.keys(doctorFields.fields).filter((name) => name !== 'displayOrder');

/** The column of the id. */
const idLabel = 'ID';

const labelOf = (name: string) =>
  name === 'id' ? idLabel : (doctorFields.labels[name as keyof typeof doctorFields.labels] ?? name);

const columnKey = (name: string) => fold(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The fields by the names of their columns, which are their labels or their names in the API. */
const fieldsByKey = new Map(
  ['id', ...csvFields].flatMap((name) => [labelOf(name), name].map((text) => [columnKey(text), name] as const)),
);

/** The doctors as CSV, with a byte order mark, by which spreadsheets recognise UTF-8. */
export function doctorsAsCsv(doctors: readonly Doctor[]) {
  const rows = doctors.map((doctor) => [doctor.id, ...csvFields.map((name) => cellOf(doctor[name as keyof Doctor]))]);
  const csv = stringify([['id', ...csvFields].map(labelOf), ...rows], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  });
  return `\ufeff${csv}`;
}

/** A line of a file: its number, from 1, and the values of its cells by field. */
export type CsvLine = { line: number; values: Record<string, unknown> };

/** `columns` are the fields that have one. */
type ReadCsv = { columns: string[]; lines: CsvLine[]; errors: FieldError[] };

const wholeFile = (message: string): ReadCsv => ({
  columns: [],
  lines: [],
  errors: [{ path: '', message }],
});

const breaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** The separator that is most frequent in the first line, outside quotation marks. */
function delimiterOf(text: string) {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const plain = first.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => plain.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

const options = (delimiter: string) => ({
  bom: true,
  delimiter,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
});

/** Why a text is no CSV, with the line: a quotation mark is in the wrong place. */
function quoteError(text: string, delimiter: string): FieldError {
  let line = 1;
  try {
    const lineEnds = text.replaceAll(/\r\n?/g, '\n');
    parse(lineEnds, {
      ...options(delimiter),
      on_record(record: string[]) {
        line += 1 + record.reduce((sum, cell) => sum + breaks(cell), 0);
        return record;
      },
    });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      return { path: `${line}`, message: 'A quotation mark is opened here and never closed' };
  }
  const message = 'A quotation mark stands within a text: write it twice, and put the whole text in quotation marks';
  return { path: `${line}`, message };
}

/**
 * Reads a file: a line with the names of the columns, in any order and case, and a line for each doctor. Lines without
 * text are skipped. The values are not checked against the rules yet. Returns the errors by line and field.
 */
export function readCsv(text: string): ReadCsv {
  if (Buffer.byteLength(text) > maxCsvBytes) return wholeFile('The file is larger than 1 MB');
  if (/[\uFFFD\0]/.test(text))
    return wholeFile('The file is not in UTF-8. In the spreadsheet choose “CSV UTF-8” when you save it.');
  const delimiter = delimiterOf(text.replace(/^\ufeff/, ''));
  let records: string[][];
  try {
    records = parse(text, options(delimiter));
  } catch {
    return { columns: [], lines: [], errors: [quoteError(text, delimiter)] };
  }
  const errors: FieldError[] = [];
  const lines: CsvLine[] = [];
  let columns: (string | undefined)[] | undefined;
  let line = 1;
  for (const record of records) {
    const at = line;
    line += 1 + record.reduce((sum, cell) => sum + breaks(cell), 0);
    if (record.every((cell) => cell.trim() === '')) continue;
    if (!columns) {
      columns = columnsOf(record, at, errors);
      if (errors.length > 0) return { columns: [], lines: [], errors };
      continue;
    }
    if (lines.length === maxCsvLines)
      return wholeFile(`A file can have at most ${maxCsvLines.toLocaleString('en')} doctors`);
    lines.push({ line: at, values: valuesOf(record, columns, at, errors) });
  }
  if (!columns) return wholeFile('The file is empty. The first line must have the names of the columns.');
  return { columns: columns.filter((name) => name !== undefined), lines, errors };
}

/** The field of each column; a column without a name may only be empty. */
function columnsOf(record: string[], line: number, errors: FieldError[]) {
  const seen = new Set<string>();
  return record.map((cell) => {
    const title = cell.trim();
    if (title === '') return undefined;
    const name = fieldsByKey.get(columnKey(title));
    const shown = title.length > 100 ? `${title.slice(0, 100)}…` : title;
    if (name === undefined) errors.push({ path: `${line}`, message: `There is no column “${shown}” of doctors` });
    else if (seen.has(name)) errors.push({ path: `${line}`, message: `The column “${shown}” is there twice` });
    else seen.add(name);
    return name;
  });
}

function valuesOf(record: string[], columns: readonly (string | undefined)[], line: number, errors: FieldError[]) {
  const values: Record<string, unknown> = {};
  for (const [index, cell] of record.entries()) {
    const name = columns[index];
    if (name !== undefined) {
      const value = name === 'id' ? cell.trim().toLowerCase() : readCell(name, cell);
      if (value !== undefined) values[name] = value;
    } else if (cell.trim() !== '') {
      errors.push({ path: `${line}`, message: `The text in column ${index + 1} belongs to no column with a name` });
    }
  }
  return values;
}
