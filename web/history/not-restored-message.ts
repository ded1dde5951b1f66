import type { Restored } from '#contract/bin.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { formatInteger } from '#web/lib/numbers.ts';

type Refused = Restored['refused'];

/** The maximum names listed per reason. */
const named = 3;

const list = new Intl.ListFormat('en');

/**
 * Says which of the selected rows were not restored, and why, grouped by reason. `labelOf` returns the label of a
 * loaded row.
 */
export function notRestoredMessage(refused: Refused, labelOf: (id: string) => string | undefined): ShownFailure {
  const sentences = [...new Set(refused.map(({ reason }) => reason))].map((reason) => {
    const rows = refused.filter((one) => one.reason === reason);
    const names = rows.slice(0, named).map(({ kind, id }) => {
      const label = labelOf(id);
      return label === undefined ? capital(kinds[kind].one) : `“${excerpt(label)}”`;
    });
    const more = rows.length - names.length;
    return `${list.format(more > 0 ? [...names, `${formatInteger(more)} more`] : names)}: ${reason}`;
  });
  return {
    message:
      refused.length === 1 ? '1 row was not restored' : `${formatInteger(refused.length)} rows were not restored`,
    detail: sentences.join(' '),
  };
}
