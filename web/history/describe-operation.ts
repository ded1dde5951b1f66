import type { Action, Operation, Revision } from '#contract/history.ts';
import { type Kind, type LoggedKind, type Words, capital, kinds } from '#contract/kinds.ts';
import { clockTime, shortDate } from '#web/lib/dates.ts';

/** The words of an action: its verb, that of its undo, and the words after the record. */
type Verb = { done: string; undone?: string; after?: string; afterMany?: string };

export const actions: Readonly<Record<Action, Verb>> = {
  create: { done: 'created', undone: 'undid creating' },
  update: { done: 'changed', undone: 'undid an edit to' },
  delete: { done: 'deleted', undone: 'undid deleting' },
  enable: { done: 'activated', undone: 'undid activating' },
  disable: { done: 'deactivated', undone: 'undid deactivating' },
  verify: { done: 'verified', undone: 'undid verifying' },
  unverify: { done: 'removed the verification of', undone: 'undid removing the verification of' },
  publish: { done: 'published', undone: 'undid publishing' },
  draft: { done: 'turned', undone: 'undid turning', after: 'back into a draft', afterMany: 'back into drafts' },
  schedule: { done: 'scheduled', undone: 'undid scheduling' },
  reorder: { done: 'changed the order of', undone: 'undid changing the order of' },
  move: { done: 'moved', undone: 'undid moving' },
  copy: { done: 'copied', undone: 'undid copying' },
  import: { done: 'imported', undone: 'undid the import of' },
  undo: { done: 'undid a change to', undone: 'redid a change to' },
  restore: { done: 'restored', undone: 'undid restoring' },
  invite: { done: 'invited' },
  'change-role': { done: 'changed the role of' },
  'new-link': { done: 'made a link to set the password of' },
  'set-password': { done: 'set the password of' },
  'reset-password': { done: 'reset the password of' },
  unlock: { done: 'lifted the sign-in block on' },
  'sign-in': { done: 'signed in' },
  refuse: { done: 'refused' },
  view: { done: 'viewed' },
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
  'remove-factor': { done: 'removed second factors from' },
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
  'take-back-answer': { done: 'took back the answer to the appeal in' },
  'send-message': { done: 'sent a message to the person in' },
  'take-back-message': { done: 'took back the message to the person in' },
  agree: { done: 'agreed to outside help in' },
  look: { done: 'checked again on the person in' },
  reveal: { done: 'looked up the name of the person in' },
  call: { done: 'phoned and checked' },
  cover: { done: 'covered some words in the text of' },
  uncover: { done: 'showed the covered words again in the text of' },
  'publish-changes': { done: 'published changes to', undone: 'undid the publishing of changes to' },
  'schedule-changes': { done: 'scheduled changes to', undone: 'undid the scheduling of changes to' },
  'cancel-changes': { done: 'cancelled the scheduled changes to', undone: 'brought back the scheduled changes to' },
  'back-to-shown': {
    done: 'discarded the unpublished changes to',
    undone: 'brought back the unpublished changes to',
  },
  'switch-rule': { done: 'changed the publishing rules of' },
  'mark-source': { done: 'marked' },
  'unmark-source': { done: 'marked', after: 'as valid again' },
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
export const wordsOf = (action: Action, kind: LoggedKind) =>
  ((kinds[kind] as Words).isEnabled && enabled[action]) || actions[action];

/** The actor, in the form used after `by`. No account is signed in on the command line. */
export const byWhom = (actor: Operation['actor']) => actor?.name ?? 'someone on the server';

/** The actor, in the form used at the start of a line. */
export const whoDid = (actor: Operation['actor']) => actor?.name ?? 'On the server';

const list = new Intl.ListFormat('en');

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
  { action, changed, data, operationId, scheduledFor }: Revision,
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
  const time = scheduledFor ? ` for ${shortDate(scheduledFor)} at ${clockTime(scheduledFor)}` : '';
  const ofWords = wordChanges[action];
  if (ofWords) return `${ofWords}${time}`;
  return action === 'update' && what ? `${done} ${what}` : `${done}${time}`;
}

/** The author of a change, if the log has it. */
export const whoChanged = ({ actor, operationId }: Revision) =>
  operationId === null ? 'Before changes were recorded' : whoDid(actor);
