import type { Revision } from '#contract/history.ts';
import { formatValue } from '#web/lib/format-value.ts';

type HistoryField = {
  /** `Message` */
  label: string;
  /** What a person reads, where `formatValue` has no better word. */
  format?: (value: unknown) => string;
};

/** What the fields of a kind of thing are called, and how they are read. */
export type HistoryFields = Readonly<Record<string, HistoryField>>;

/** What a version is compared with. */
export type Against = 'now' | 'before';

/** A field's value as a person reads it. */
export const shown = ({ format = formatValue }: HistoryField, value: unknown) => format(value);

const list = new Intl.ListFormat('en');

/** What one change did: `Changed message and status`. */
export function whatChanged({ action, changed, data, operationId }: Revision, fields: HistoryFields) {
  if (operationId === null) return 'As it was before';
  const names = Object.entries(fields).filter(([name]) => changed.includes(name));
  const what = list.format(names.map(([, { label }]) => label.toLowerCase()));
  if (data === null) return action === 'undo' ? 'Deleted by undoing' : 'Deleted';
  switch (action) {
    case 'create':
      return 'Created';
    case 'enable':
      return 'Enabled';
    case 'disable':
      return 'Disabled';
    case 'undo':
      return what ? `Undid a change of ${what}` : 'Brought back by undoing';
    case 'restore':
      return what ? `Restored ${what}` : 'Brought back from the bin';
    default:
      return what ? `Changed ${what}` : 'Changed';
  }
}

/** Who made a change, as far as anybody knows. */
export function whoChanged({ actor, operationId }: Revision) {
  if (operationId === null) return 'Before its history began';
  return actor?.name ?? 'From the server’s shell';
}
