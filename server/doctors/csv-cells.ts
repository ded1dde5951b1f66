import type { Field } from '#contract/fields.ts';
import { doctorFields } from '#contract/doctors.ts';

/** Spreadsheets treat a text that begins like this as a formula. A quote in front keeps it text. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

const defused = (text: string) => (formula.test(text) ? `'${text}` : text);
const armed = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** A list in one cell. Items with a comma are told from separate items by the semicolon at the end. */
function listCell(items: readonly string[]) {
  const text = items.join('; ');
  return items.length === 1 && text.includes(',') ? `${text};` : text;
}

/** The cell of a value in an export. `readCell` reads it back. */
export function cellOf(value: unknown) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return defused(Array.isArray(value) ? listCell(value as string[]) : String(value));
}

const flags: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  active: true,
  1: true,
  no: false,
  false: false,
  inactive: false,
  0: false,
};

/** The number in a cell, with commas between thousands or a decimal comma; the text when it is none. */
function numberIn(text: string) {
  const digits = text.replaceAll(/[₦\s]/g, '');
  if (digits === '') return 0;
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  return /^-?\d{1,15}([.,]\d{1,10})?$/.test(digits) ? Number(digits.replace(',', '.')) : text;
}

/**
 * The value in a cell for a field, not yet checked against its rules; undefined for an empty one of a field without an
 * empty value, which is left as it is.
 */
export function readCell(name: string, cell: string): unknown {
  const field: Field | undefined = doctorFields.fields[name as keyof typeof doctorFields.fields];
  const text = armed(cell);
  const word = text.trim().toLowerCase();
  switch (field?.type) {
    case 'number':
      return numberIn(text);
    case 'active':
      return word === '' ? undefined : (flags[word] ?? text);
    case 'choice': {
      if (word === '') return undefined;
      const options = Object.entries(field.options ?? {});
      return options.find(([value, label]) => value === word || label.toLowerCase() === word)?.[0] ?? text;
    }
    case 'list': {
      const items = text.split(text.includes(';') ? ';' : ',').map((item) => item.trim());
      return items.filter((item) => item !== '');
    }
    default:
      return text;
  }
}
