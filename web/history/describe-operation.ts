import { areaLabel } from '#contract/areas.ts';
import type { Action, Operation, Revision } from '#contract/history.ts';
import { type Kind, type LoggedKind, type Words, capital, keptKinds, kinds } from '#contract/kinds.ts';
import { dateTime } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';

/** A part of a sentence with the space before it, which a comma or a colon does not have. */
export const spaced = (part: string) => (part === '' || /^[,:]/.test(part) ? part : ` ${part}`);

const joined = (parts: readonly (string | false | null | undefined)[]) =>
  parts
    .map((part) => spaced(part || ''))
    .join('')
    .trimStart();

/** The words of an action: its verb, that of its undo, and the words after the record. */
type Verb = { done: string; undone?: string; after?: string; afterMany?: string };

const actions: Readonly<Record<Action, Verb>> = {
  create: { done: 'created', undone: 'undid creating' },
  update: { done: 'changed', undone: 'undid an edit to' },
  delete: { done: 'deleted', undone: 'undid deleting' },
  enable: { done: 'activated', undone: 'undid activating' },
  disable: { done: 'deactivated', undone: 'undid deactivating' },
  verify: { done: 'verified', undone: 'undid the verification of' },
  unverify: { done: 'unverified', undone: 'undid unverifying' },
  publish: { done: 'published', undone: 'undid publishing' },
  draft: { done: 'turned', undone: 'undid turning', after: 'back into a draft', afterMany: 'back into drafts' },
  schedule: { done: 'scheduled', undone: 'undid scheduling' },
  reorder: { done: 'changed the order of', undone: 'undid changing the order of' },
  move: { done: 'moved', undone: 'undid moving' },
  copy: { done: 'copied', undone: 'undid copying' },
  import: { done: 'imported', undone: 'undid the import of' },
  undo: { done: 'undid a change to', undone: 'repeated the undone change to' },
  restore: { done: 'restored', undone: 'undid restoring' },
  invite: { done: 'invited' },
  'change-role': { done: 'changed the role of' },
  'new-link': { done: 'made a password link for' },
  'set-password': { done: 'set the password of' },
  'reset-password': { done: 'reset the password of' },
  unlock: { done: 'lifted the sign-in block of' },
  'sign-in': { done: 'signed in' },
  refuse: { done: 'refused' },
  view: { done: 'looked at' },
  export: { done: 'exported' },
  review: { done: 'marked', after: 'as reviewed' },
  'withdraw-review': { done: 'withdrew the review of' },
  approve: { done: 'approved' },
  'withdraw-approval': { done: 'withdrew the approval of' },
  exempt: { done: 'allowed', after: 'to be published without approval' },
  'ask-review': { done: 'asked for a review of' },
  'ask-changes': { done: 'asked for changes to' },
  'withdraw-request': { done: 'withdrew the request for a review of' },
  recall: { done: 'withdrew a sentence from', undone: 'undid withdrawing a sentence from' },
  remark: { done: 'left a remark on' },
  'reply-remark': { done: 'replied to a remark on' },
  'resolve-remark': { done: 'resolved a remark on' },
  'reopen-remark': { done: 'reopened a remark on' },
  'delete-remark': { done: 'deleted a remark on' },
  'add-factor': { done: 'added a second factor to' },
  'remove-factor': { done: 'removed second factors of' },
  'renew-recovery-codes': { done: 'made new recovery codes for' },
  revoke: { done: 'revoked' },
  'new-network': { done: 'noticed that', after: 'was used from a new network' },
  hide: { done: 'hid' },
  show: { done: 'unhid' },
  open: { done: 'opened' },
  decide: { done: 'decided' },
  escalate: { done: 'passed', after: 'on to the administrators' },
  'hand-back': { done: 'handed', after: 'back to the moderators' },
  'take-back': { done: 'took back the decision in' },
  'decide-appeal': { done: 'decided the appeal in' },
  'send-message': { done: 'sent a message to the person in' },
  'take-back-message': { done: 'took back the message to the person in' },
  agree: { done: 'agreed to call outside help in' },
  look: { done: 'checked again on the person in' },
  reveal: { done: 'looked up the name of the person in' },
  call: { done: 'phoned' },
  cover: { done: 'covered words of the text in' },
  uncover: { done: 'uncovered the words of the text in' },
  'publish-changes': { done: 'published changes to', undone: 'undid publishing changes to' },
  'schedule-changes': { done: 'scheduled changes to', undone: 'undid scheduling changes to' },
  'cancel-changes': { done: 'cancelled the scheduled changes to', undone: 'brought back the scheduled changes to' },
  'back-to-shown': {
    done: 'discarded the unpublished changes to',
    undone: 'brought back the unpublished changes to',
  },
  'switch-rule': { done: 'changed the publishing rules of' },
  'mark-source': { done: 'marked' },
  'unmark-source': { done: 'removed the mark of' },
  note: { done: 'added a note on' },
  'delete-note': { done: 'deleted a note on' },
  'restore-note': { done: 'restored a note on' },
};

/** The verbs for kinds that staff enable and disable. */
const enabled: Readonly<Partial<typeof actions>> = {
  enable: { done: 'enabled', undone: 'undid enabling' },
  disable: { done: 'disabled', undone: 'undid disabling' },
};

/** The words of an action on records of a kind. */
const wordsOf = (action: Action, kind: LoggedKind) =>
  ((kinds[kind] as Words).isEnabled && enabled[action]) || actions[action];

/** The actor, in the form used after `by`. No account is signed in on the command line. */
export const byWhom = (actor: Operation['actor']) => actor?.name ?? 'someone on the server';

/** The actor, in the form used at the start of a line. */
export const whoDid = (actor: Operation['actor']) => actor?.name ?? 'On the server';

/** The actor, in the form used before `whatWasDone`. A refused sign-in and a new network have no account. */
export const whoActed = ({ actor, action }: Pick<Operation, 'actor' | 'action'>) =>
  action === 'refuse' || action === 'new-network' ? 'The desk' : (actor?.name ?? 'On the server:');

type Done = Pick<Operation, 'action' | 'kind' | 'entityId' | 'label' | 'details' | 'count' | 'undoes'> &
  Partial<Pick<Operation, 'changed'>>;

/** The verb of an operation. The approval names its clinician; logs of earlier versions have `by` before the name. */
function verbOf({ action, kind, details, undoes, changed = [] }: Done) {
  if (undoes) return wordsOf(undoes.action, kind).undone ?? actions.undo.done;
  // From the bin, it has no changed fields.
  if (action === 'restore' && changed.length > 0) return 'restored an earlier version of';
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
    return `${did} ${signIns} ${entityId === null ? 'for an unknown account or after too many tries' : `to the ${one}`}`;
  }
  if (action === 'view' && entityId === null)
    return `${did} ${count === 1 ? 'a page' : `${count} pages`} of the list of ${many}`;
  if (action === 'export') return `${did} ${kind === 'entry' ? many : `the list of ${many}`}`;
  if (action === 'switch-rule') return `${did} ${areaLabel(area)}`;
  // The details count the records.
  if (meant === 'import') return `${did} a file of ${many}`;
  if (meant === 'reorder' && entityId === null) return `${did} the ${many}`;
  // The details say the new place.
  if (meant === 'reorder') return `${undoes ? actions.move.undone : actions.move.done} the ${one}`;
  if (entityId === null) return `${did} ${count} ${count === 1 ? one : many}`;
  return `${did} ${label ? 'the' : article} ${one}`;
}

const kept: ReadonlySet<string> = new Set(keptKinds);

/** The details of these actions end the sentence. */
const detailsAsEnd: Readonly<Partial<Record<Action, (details: string, isUndo: boolean) => string>>> = {
  invite: (role) => role,
  'change-role': (roles) => `from ${roles}`,
  'add-factor': (factor) => `: ${factor}`,
  'remove-factor': (factor) => `: ${factor}`,
  'mark-source': (state) => state,
  // `as MBBS`
  approve: (qualification) => `, as a clinician (${qualification.replace(/^as /, '')})`,
  call: (result) => `, ${result}`,
  decide: (verdict) => `: ${verdict}`,
  'decide-appeal': (outcome) => `: ${outcome}`,
  // `to reviewed, approvals required`
  'switch-rule': (rules) => `: ${rules.replace(/^to /, '')}`,
  // The verb and the words after the record say it.
  'withdraw-approval': () => '',
  exempt: () => '',
  // `into Pregnancy: 1 added`; logs of earlier versions have `from a file: 1 added`.
  import(details, isUndo) {
    const at = details.lastIndexOf(': ');
    const place = details.startsWith('into ') ? details.slice(0, at) : '';
    const done = details.slice(at < 0 ? 0 : at + 2);
    return `${place}${isUndo ? ` (${done})` : `: ${done}`}`;
  },
};

const below = (count: number) => `and the ${count === 1 ? 'item' : `${count} items`} in it`;

/** The other records of an operation that names one of them. */
const others: Readonly<Partial<Record<Action, (count: number) => string>>> = {
  create: below,
  delete: below,
  restore: below,
  recall: (count) => `and from ${count} other ${count === 1 ? 'text' : 'texts'}`,
  refuse: () => '',
};

type Ended = Done & Partial<Pick<Operation, 'place' | 'scheduledFor'>>;

/**
 * The parts of the sentence after the name: `in “Staying well”`, `with 5 cards`, `and 6 more`, `to appear on Dec 3, 2026, 9:00`; `''` where
 * there is none. A part that begins with a comma or a colon follows the word before it.
 */
export function howItEnds({ action, kind, entityId, details, count, undoes, place = '', scheduledFor = null }: Ended) {
  const meant = undoes?.action ?? action;
  const words = wordsOf(meant, kind);
  const asEnd = details && detailsAsEnd[meant];
  const isOne = entityId !== null;
  const parts = [
    place,
    asEnd ? asEnd(details, undoes !== null) : kept.has(kind) && details,
    (isOne ? words.after : (words.afterMany ?? words.after)) ?? '',
    scheduledFor && !undoes && `to appear on ${dateTime(scheduledFor)}`,
    isOne && count > 1 && (others[meant]?.(count - 1) ?? (!details && `and ${count - 1} more`)),
  ];
  return joined(parts);
}

/** The whole sentence after the actor: `deleted the card “Antenatal visits” in “Staying well”`. */
export const sentenceOf = (operation: Ended) =>
  joined([whatWasDone(operation), operation.label && `“${excerpt(operation.label, 100)}”`, howItEnds(operation)]);

const list = new Intl.ListFormat('en');

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
  if (detailsAsEnd[action]) return '';
  if (details && !kept.has(kind)) return capital(details);
  if (told.has(action)) return '';
  return capital(changedLabels.join(', ').toLowerCase());
}

/** Whether a version only changed its place in the list, by a move of this record or of others. */
export const isOnlyMoved = ({ action, changed }: Pick<Revision, 'action' | 'changed'>) =>
  action === 'reorder' || (action === 'move' && changed.every((field) => field === 'displayOrder'));

/** A version that changed which words the app shows. */
const wordChanges: Readonly<Partial<Record<Action, string>>> = {
  'publish-changes': 'Published the changes',
  'schedule-changes': 'Scheduled the changes',
  'cancel-changes': 'Cancelled the scheduled changes',
  'back-to-shown': 'Went back to the words in the app',
  recall: 'Recalled a sentence',
};

/** The columns that say which words the app shows. */
const ofEditions: ReadonlySet<string> = new Set(['shown', 'next', 'nextFrom']);

/** One change of a record, by the labels of its fields: `Changed message and status`. */
export function whatChanged(
  { action, changed, data, operationId }: Revision,
  kind: Kind,
  fields: Readonly<Record<string, { label: string }>>,
) {
  if (operationId === null) return 'Original version';
  if (data === null) return action === 'undo' ? 'Deleted by undo' : capital(actions.delete.done);
  if (isOnlyMoved({ action, changed })) return 'Moved in the list';
  const labels = Object.entries(fields).filter(([name]) => changed.includes(name));
  const what = list.format(labels.map(([, { label }]) => label.toLowerCase()));
  const done = capital(wordsOf(action, kind).done);
  if (action === 'undo' && !what && changed.some((name) => ofEditions.has(name)))
    return 'Undid a change to the words in the app';
  if (action === 'undo') return what ? `Undid an edit to the ${what}` : 'Restored by undo';
  if (action === 'restore') return what ? `${done} ${what}` : 'Restored from the bin';
  if (action === 'draft') return 'Made a draft';
  const ofWords = wordChanges[action];
  if (ofWords) return ofWords;
  return action === 'update' && what ? `${done} ${what}` : done;
}

/** The author of a change, if the log has it. */
export const whoChanged = ({ actor, operationId }: Revision) =>
  operationId === null ? 'Before changes were recorded' : whoDid(actor);
