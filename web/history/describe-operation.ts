import type { Action, BinItem, Operation, Revision } from '#contract/history.ts';
import { type Kind, type LoggedKind, capital, heldBy, kinds } from '#contract/kinds.ts';

/** What each action is called when somebody did it, and when somebody took it back, where that is possible. */
const actions: Readonly<Record<Action, { done: string; undone?: string }>> = {
  create: { done: 'created', undone: 'undid creating' },
  update: { done: 'changed', undone: 'undid an edit to' },
  delete: { done: 'deleted', undone: 'undid deleting' },
  enable: { done: 'enabled', undone: 'undid enabling' },
  disable: { done: 'disabled', undone: 'undid disabling' },
  verify: { done: 'verified', undone: 'undid verifying' },
  unverify: { done: 'unverified', undone: 'undid unverifying' },
  reorder: { done: 'changed the order of', undone: 'undid a reorder of' },
  import: { done: 'imported', undone: 'undid importing' },
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
  'add-factor': { done: 'added a second factor to' },
  'remove-factor': { done: 'removed a second factor of' },
  'renew-recovery-codes': { done: 'made recovery codes for' },
};

/** The actor, as it stands after `by`. From the command line nobody is signed in. */
export const byWhom = (actor: Operation['actor']) => actor?.name ?? 'someone on the server';

/** The actor, as it stands at the beginning of a line. */
export const whoDid = (actor: Operation['actor']) => actor?.name ?? 'On the server';

/** Who acted, before `whatWasDone`. Who is refused is not signed in. */
export const whoActed = ({ actor, action }: Pick<Operation, 'actor' | 'action'>) =>
  action === 'refuse' ? 'The desk' : (actor?.name ?? 'On the server:');

type Done = Pick<Operation, 'action' | 'kind' | 'entityId' | 'label' | 'count' | 'undoes'>;

/** `deleted the announcement`, `undid deleting the announcement`, `verified a user`, `deleted 12 cards` */
export function whatWasDone({ action, kind, entityId, label, count, undoes }: Done) {
  const { article, one, many } = kinds[kind];
  const did = (undoes && actions[undoes.action].undone) ?? actions[action].done;
  if (action === 'sign-in') return did;
  if (action === 'refuse') {
    const signIns = count === 1 ? 'a sign-in' : `${count} sign-ins`;
    // A try beyond a limit is refused whatever account it is for.
    return `${did} ${signIns} ${entityId === null ? 'for an unknown account or after too many tries' : `to the ${one}`}`;
  }
  if (action === 'view' && entityId === null) return `${did} ${count === 1 ? 'a page' : `${count} pages`} of ${many}`;
  if (action === 'export') return `${did} ${many}`;
  if (entityId === null && (undoes?.action ?? action) === 'reorder') return `${did} the ${many}`;
  if (entityId === null) return `${did} ${count} ${count === 1 ? one : many}`;
  return `${did} ${label ? 'the' : article} ${one}`;
}

const list = new Intl.ListFormat('en');

/** The fields that an operation changed, by their labels: `Name, fee`, or other details. `''` where the sentence says all of it. */
export function whatFields({
  action,
  changedLabels,
  details,
}: Pick<Operation, 'action' | 'changedLabels' | 'details'>) {
  if (details) return capital(details);
  if (action === 'enable' || action === 'disable') return '';
  return capital(changedLabels.join(', ').toLowerCase());
}

/** `3 sections and 20 cards` */
export const amounts = (parts: readonly { kind: LoggedKind; count: number }[]) =>
  list.format(parts.map(({ kind, count }) => `${count} ${count === 1 ? kinds[kind].one : kinds[kind].many}`));

/**
 * What is deleted with a thing of this kind: `Its 3 sections and 20 cards will be deleted too.` As long as nobody knows how
 * many there are, it says so without numbers; '' where there are none.
 */
export function alsoDeleted(whose: 'Its' | 'Their', kind: Kind, contains?: BinItem['contains']) {
  const held = contains ? amounts(contains) : list.format(heldBy(kind).map((one) => kinds[one].many));
  return held && `${whose} ${held} will be deleted too.`;
}

/** Says what one change did to a thing, by the labels of its fields: `Changed message and status`. */
export function whatChanged(
  { action, changed, data, operationId }: Revision,
  fields: Readonly<Record<string, { label: string }>>,
) {
  if (operationId === null) return 'Original version';
  if (data === null) return action === 'undo' ? 'Deleted by undo' : capital(actions.delete.done);
  if (action === 'reorder') return 'Moved in the list';
  const labels = Object.entries(fields).filter(([name]) => changed.includes(name));
  const what = list.format(labels.map(([, { label }]) => label.toLowerCase()));
  const done = capital(actions[action].done);
  if (action === 'undo') return what ? `Undid an edit to the ${what}` : 'Restored by undo';
  if (action === 'restore') return what ? `${done} ${what}` : 'Restored from the bin';
  return action === 'update' && what ? `${done} ${what}` : done;
}

/** Says who made a change, where the log knows it. */
export const whoChanged = ({ actor, operationId }: Revision) =>
  operationId === null ? 'Before changes were recorded' : whoDid(actor);
