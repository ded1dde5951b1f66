import type { Action, Operation, Revision } from '#contract/history.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { type Kind, type LoggedKind, type Words, capital, keptKinds, kinds } from '#contract/kinds.ts';

/** The verb for each action, and for its Undo where it has one. */
const actions: Readonly<Record<Action, { done: string; undone?: string }>> = {
  create: { done: 'created', undone: 'undid creating' },
  update: { done: 'changed', undone: 'undid an edit to' },
  delete: { done: 'deleted', undone: 'undid deleting' },
  enable: { done: 'activated', undone: 'undid activating' },
  disable: { done: 'deactivated', undone: 'undid deactivating' },
  verify: { done: 'verified', undone: 'undid verifying' },
  unverify: { done: 'unverified', undone: 'undid unverifying' },
  publish: { done: 'published', undone: 'undid publishing' },
  draft: { done: 'made drafts of', undone: 'undid making drafts of' },
  schedule: { done: 'scheduled', undone: 'undid scheduling' },
  reorder: { done: 'changed the order of', undone: 'undid a reorder of' },
  move: { done: 'moved', undone: 'undid moving' },
  copy: { done: 'copied', undone: 'undid copying' },
  import: { done: 'imported', undone: 'undid the import of' },
  undo: { done: 'undid a change to', undone: 'redid a change to' },
  restore: { done: 'restored', undone: 'undid restoring' },
  invite: { done: 'made an invitation for' },
  'change-role': { done: 'changed the role of' },
  'new-link': { done: 'made a password link for' },
  'set-password': { done: 'set the password of' },
  'reset-password': { done: 'reset the password of' },
  unlock: { done: 'lifted the sign-in block of' },
  'sign-in': { done: 'signed in' },
  refuse: { done: 'refused' },
  view: { done: 'looked at' },
  export: { done: 'exported' },
  review: { done: 'marked' },
  'withdraw-review': { done: 'withdrew the review of' },
  approve: { done: 'approved' },
  'withdraw-approval': { done: 'withdrew the approval of' },
  exempt: { done: 'exempted' },
  'ask-review': { done: 'asked for a review of' },
  'ask-changes': { done: 'asked for changes to' },
  'withdraw-request': { done: 'withdrew the request for a review of' },
  recall: { done: 'recalled a sentence of', undone: 'undid the recall of a sentence of' },
  remark: { done: 'remarked on' },
  'reply-remark': { done: 'replied to a remark on' },
  'resolve-remark': { done: 'resolved a remark on' },
  'reopen-remark': { done: 'reopened a remark on' },
  'delete-remark': { done: 'deleted a remark on' },
  'add-factor': { done: 'added a second factor to' },
  'remove-factor': { done: 'removed a second factor of' },
  'renew-recovery-codes': { done: 'made recovery codes for' },
  revoke: { done: 'revoked' },
  'new-network': { done: 'noticed a new network of' },
  hide: { done: 'hid' },
  show: { done: 'unhid' },
  open: { done: 'opened' },
  decide: { done: 'decided' },
  escalate: { done: 'passed on' },
  'hand-back': { done: 'handed back' },
  'take-back': { done: 'took back the decision in' },
  'decide-appeal': { done: 'decided the appeal in' },
  'send-message': { done: 'sent a message in' },
  'take-back-message': { done: 'took back the message in' },
  agree: { done: 'agreed to outside help in' },
  look: { done: 'looked again at the person in' },
  reveal: { done: 'revealed the person in' },
  call: { done: 'called' },
  cover: { done: 'covered words of the text of' },
  uncover: { done: 'uncovered the text of' },
  'publish-changes': { done: 'published changes to', undone: 'undid publishing changes to' },
  'schedule-changes': { done: 'scheduled changes to', undone: 'undid scheduling changes to' },
  'cancel-changes': { done: 'cancelled the scheduled changes to', undone: 'undid cancelling changes to' },
  'back-to-shown': {
    done: 'went back to the words in the app of',
    undone: 'undid going back to the words in the app of',
  },
  'switch-rule': { done: 'switched publishing' },
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

/** The verbs of an action on records of a kind. */
const wordsOf = (action: Action, kind: LoggedKind) =>
  ((kinds[kind] as Words).isEnabled && enabled[action]) || actions[action];

/** The actor, in the form used after `by`. No account is signed in on the command line. */
export const byWhom = (actor: Operation['actor']) => actor?.name ?? 'someone on the server';

/** The actor, in the form used at the start of a line. */
export const whoDid = (actor: Operation['actor']) => actor?.name ?? 'On the server';

/** The actor, in the form used before `whatWasDone`. A refused sign-in and a new network have no account. */
export const whoActed = ({ actor, action }: Pick<Operation, 'actor' | 'action'>) =>
  action === 'refuse' || action === 'new-network' ? 'The desk' : (actor?.name ?? 'On the server:');

type Done = Pick<Operation, 'action' | 'kind' | 'entityId' | 'label' | 'count' | 'undoes'>;

/** `deleted the announcement`, `undid deleting the announcement`, `verified a user`, `deleted 12 cards` */
export function whatWasDone({ action, kind, entityId, label, count, undoes }: Done) {
  const { article, one, many } = kinds[kind];
  const did = (undoes && wordsOf(undoes.action, kind).undone) ?? wordsOf(action, kind).done;
  const meant = undoes?.action ?? action;
  if (action === 'sign-in') return did;
  if (action === 'refuse') {
    const signIns = count === 1 ? 'a sign-in' : `${count} sign-ins`;
    // Attempts beyond the limit are refused for any account.
    return `${did} ${signIns} ${entityId === null ? 'for an unknown account or after too many tries' : `to the ${one}`}`;
  }
  if (action === 'view' && entityId === null) return `${did} ${count === 1 ? 'a page' : `${count} pages`} of ${many}`;
  if (action === 'export') return `${did} ${many}`;
  // The details name the rule.
  if (action === 'switch-rule') return did;
  if (meant === 'reorder' && entityId === null) return `${did} the ${many}`;
  // A moved record speaks for itself; the details say where it went.
  if ((meant === 'reorder' || meant === 'move') && entityId !== null) return undoes ? 'undid moving' : 'moved';
  if (meant === 'draft' && entityId !== null)
    return `${undoes ? 'undid making a draft' : 'made a draft'} of the ${one}`;
  if (entityId === null) return `${did} ${count} ${count === 1 ? one : many}`;
  return `${did} ${label ? 'the' : article} ${one}`;
}

const kept: ReadonlySet<string> = new Set(keptKinds);

/** The end of the sentence, after the name: `in Pregnancy`, `with 5 cards`, `and 6 more`; `''` where there is none. */
export function howItEnds({ action, kind, entityId, details, count }: Pick<Operation, 'action' | 'details'> & Done) {
  if (kept.has(kind) && details) return details;
  return entityId !== null && count > 1 && action !== 'refuse' ? `and ${count - 1} more` : '';
}

/** The whole sentence after the actor: `deleted the card “Antenatal visits” in Pregnancy`. */
export function sentenceOf(operation: Parameters<typeof howItEnds>[0]) {
  const { label } = operation;
  return [whatWasDone(operation), label && `“${excerpt(label, 100)}”`, howItEnds(operation)].filter(Boolean).join(' ');
}

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
