import { areaLabel } from '#contract/areas.ts';
import type { Action, Operation } from '#contract/history.ts';
import { type LoggedKind, capital, keptKinds, kinds } from '#contract/kinds.ts';
import { actions, wordsOf } from '#web/history/describe-operation.ts';
import { clockTime, shortDate, shownDays } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';

/** A part of a sentence with the space before it, which a comma or a colon does not have. */
export const spaced = (part: string) => (part === '' || /^[,:]/.test(part) ? part : ` ${part}`);

const joined = (parts: readonly (string | false | null | undefined)[]) =>
  parts
    .map((part) => spaced(part || ''))
    .join('')
    .trimStart();

/** The actor, in the form used before `whatWasDone`. A refused sign-in and a new network have no account. */
export const whoActed = ({ actor, action }: Pick<Operation, 'actor' | 'action'>) =>
  action === 'refuse' || action === 'new-network' ? 'The desk' : (actor?.name ?? 'On the server:');

/** The details of the removal of every second factor. */
const allFactors = 'all of them';

type Done = Pick<Operation, 'action' | 'kind' | 'entityId' | 'label' | 'details' | 'count' | 'undoes'> &
  Partial<Pick<Operation, 'changed'>>;

/** The verb of an operation. The approval names its clinician; logs of earlier versions have `by` before the name. */
function verbOf({ action, kind, details, undoes, changed = [] }: Done) {
  // From the bin, a record has no changed fields.
  const isOfVersion = (undoes?.action ?? action) === 'restore' && changed.length > 0;
  if (isOfVersion) return `${undoes ? 'undid restoring' : 'restored'} an earlier version of`;
  if (undoes) return wordsOf(undoes.action, kind).undone ?? actions.undo.done;
  if (action === 'remove-factor' && details === allFactors) return 'removed all second factors from';
  if (action === 'withdraw-approval') return `withdrew ${details.replace(/^by /, '')}’s approval of`;
  return wordsOf(action, kind).done;
}

/** `deleted the announcement`, `undid deleting the announcement`, `verified a user`, `deleted 12 cards` */
export function whatWasDone(operation: Done) {
  const { action, kind, entityId, label, count, undoes } = operation;
  const { article, one, many, area } = kinds[kind];
  const did = verbOf(operation);
  const meant = undoes?.action ?? action;
  if (action === 'sign-in') return did;
  if (action === 'refuse') {
    const signIns = count === 1 ? 'a sign-in' : `${count} sign-ins`;
    // Attempts beyond the limit are refused for any account.
    const why = ': the account was unknown, or there had been too many tries';
    return `${did} ${signIns}${entityId === null ? why : ` to the ${one}`}`;
  }
  if (action === 'view' && entityId === null)
    return `${did} ${count === 1 ? 'a page' : `${count} pages`} of the list of ${many}`;
  if (action === 'export') return `${did} ${kind === 'entry' ? 'entries from the log' : `the list of ${many}`}`;
  // The address of the account follows, and its role.
  if (action === 'invite') return did;
  if (action === 'open') return `${did} a new ${one}`;
  if (action === 'switch-rule') return `${did} ${areaLabel(area)}`;
  // The details count the records.
  if (meant === 'import') return `${did} a file of ${many}`;
  if (meant === 'reorder' && entityId === null) return `${did} the ${many}`;
  // The details say the new place.
  if (meant === 'reorder') return `${undoes ? actions.move.undone : actions.move.done} the ${one}`;
  if (entityId === null) return `${did} ${count} ${count === 1 ? one : many}`;
  // Of the account that is named.
  if (kind === 'shift') return `${did} the ${one} of`;
  return `${did} ${label ? 'the' : article} ${one}`;
}

const kept: ReadonlySet<string> = new Set(keptKinds);

/** The details of these actions end the sentence. */
const detailsAsEnd: Readonly<Partial<Record<Action, (details: string, isUndo: boolean) => string>>> = {
  // `as editor`
  invite: (role) => role.replace(/^as (?=[aeiou])/, 'as an ').replace(/^as (?!an )/, 'as a '),
  'change-role': (roles) => `from ${roles}`,
  'add-factor': (factor) => `: ${factor}`,
  'remove-factor': (factor) => (factor === allFactors ? '' : `: ${factor}`),
  'mark-source': (state) => state,
  // `as MBBS`
  approve: (qualification) => `, as a clinician (${qualification.replace(/^as /, '')})`,
  call: (result) => `, ${result}`,
  reveal: (reason) => `, giving the reason “${excerpt(reason, 200)}”`,
  // `with 5 cards`
  copy: (children) => children.replace(/^with (?=\d)/, 'with its '),
  reorder: (place) => place.replace(/^(to place \d+) in /, '$1 within '),
  move: (place, isUndo) => (isUndo ? place : place.replace(/^to (place \d+|the end) in (.+)$/, 'into $2, at $1')),
  // `by phone`
  verify: (way, isUndo) => (isUndo ? `(${way})` : way),
  decide: (verdict) => `: ${verdict}`,
  'decide-appeal': (outcome) => `: ${outcome}`,
  // `to reviewed, approvals required`
  'switch-rule': (rules) =>
    `: ${rules.replace(/^to /, 'publishing is now ').replace(', approvals ', ', and approvals ').replace('approvals ', 'approvals are now ')}`,
  // The verb and the words after the record say it.
  'withdraw-approval': () => '',
  exempt: () => '',
  // Stands after the number of the other texts.
  recall: () => '',
  // `into Pregnancy: 1 added`; logs of earlier versions have `from a file: 1 added`.
  import(details, isUndo) {
    const at = details.lastIndexOf(': ');
    const place = details.startsWith('into ') ? details.slice(0, at) : '';
    const done = details.slice(at < 0 ? 0 : at + 2);
    return `${place}${isUndo ? ` (${done})` : `: ${done}`}`;
  },
};

/** The children of a record, of any level. */
const childrenOf: Readonly<Partial<Record<LoggedKind, { one: string; many: string }>>> = {
  category: { one: 'section', many: 'sections and cards' },
  section: { one: 'card', many: 'cards' },
};

function below(count: number, kind: LoggedKind) {
  const { one, many } = childrenOf[kind] ?? { one: 'record', many: 'records' };
  return `and the ${count === 1 ? one : `${count} ${many}`} in it`;
}

/** The other records of an operation that names one of them. */
const others: Readonly<Partial<Record<Action, (count: number, kind: LoggedKind) => string>>> = {
  create: below,
  delete: below,
  restore: below,
  recall: (count) => `and from ${count} other ${count === 1 ? 'text' : 'texts'}`,
  refuse: () => '',
};

/** `2026-12-01–2026-12-07` as `Dec 1 to Dec 7, 2026`. */
function daysOf(details: string) {
  const [from, to] = details.split('–');
  return shownDays({ from, to });
}

type Ended = Done & Partial<Pick<Operation, 'place' | 'scheduledFor'>>;

/**
 * The parts of the sentence after the name: `in “Staying well”`, `with 5 cards`, `and 6 more`, `to appear on Dec 3, 2026 at 9:00`; `''` where
 * there is none. A part that begins with a comma or a colon follows the word before it.
 */
export function howItEnds({ action, kind, entityId, details, count, undoes, place = '', scheduledFor = null }: Ended) {
  const meant = undoes?.action ?? action;
  const words = wordsOf(meant, kind);
  const asEnd = details && detailsAsEnd[meant];
  const end = asEnd ? asEnd(details, undoes !== null) : kept.has(kind) && details;
  const isOne = entityId !== null;
  const parts = [
    ...(meant === 'copy' ? [end, place.replace(/^in /, 'into ')] : [place, end]),
    kind === 'shift' && details && `(${daysOf(details)})`,
    (isOne ? words.after : (words.afterMany ?? words.after)) ?? '',
    scheduledFor && !undoes && `to appear on ${shortDate(scheduledFor)} at ${clockTime(scheduledFor)}`,
    isOne && count > 1 && (others[meant]?.(count - 1, kind) ?? (!details && `and ${count - 1} more`)),
    // `exempt from approval`
    action === 'recall' && details && `, with new words that are ${details}`,
  ];
  return joined(parts);
}

/** The whole sentence after the actor: `deleted the card “Antenatal visits” in “Staying well”`. */
export const sentenceOf = (operation: Ended) =>
  joined([whatWasDone(operation), operation.label && `“${excerpt(operation.label, 100)}”`, howItEnds(operation)]);

/** Actions whose name already implies the changed fields. */
const told: ReadonlySet<Action> = new Set(['enable', 'disable', 'publish', 'draft', 'schedule', 'move']);

/**
 * The labels of the fields that an operation changed: `Name, fee`, or other details. `''` when the sentence already
 * says it all.
 */
export function whatFields({
  action,
  kind,
  changedLabels,
  details,
}: Pick<Operation, 'action' | 'kind' | 'changedLabels' | 'details'>) {
  if (detailsAsEnd[action] || kind === 'shift') return '';
  if (details && !kept.has(kind)) return capital(details);
  if (told.has(action)) return '';
  return capital(changedLabels.join(', ').toLowerCase());
}
