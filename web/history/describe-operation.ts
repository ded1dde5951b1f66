import type { Action, Operation, Revision } from '#contract/history.ts';
import { type LoggedKind, capital, kinds } from '#contract/kinds.ts';

/** What each action is called: somebody `deleted` it, or undid `deleting` it. */
const actions: Readonly<Record<Action, { done: string; doing: string }>> = {
  create: { done: 'created', doing: 'creating' },
  update: { done: 'changed', doing: 'changing' },
  delete: { done: 'deleted', doing: 'deleting' },
  enable: { done: 'enabled', doing: 'enabling' },
  disable: { done: 'disabled', doing: 'disabling' },
  verify: { done: 'verified', doing: 'verifying' },
  unverify: { done: 'unverified', doing: 'unverifying' },
  reorder: { done: 'changed the order of', doing: 'changing the order of' },
  undo: { done: 'undid a change of', doing: 'an undo of' },
  restore: { done: 'restored', doing: 'restoring' },
  'reset-password': { done: 'reset the password of', doing: 'resetting the password of' },
  unlock: { done: 'lifted the sign-in block of', doing: 'lifting the sign-in block of' },
};

/** The actor of what was done from the command line, where nobody is signed in. */
const shell = 'the server’s shell';

/** The actor, as it stands after `by`. */
export const byWhom = (actor: Operation['actor']) => actor?.name ?? shell;

/** The actor, as it stands at the beginning of a line. */
export const whoDid = (actor: Operation['actor']) => actor?.name ?? `From ${shell}`;

type Done = Pick<Operation, 'action' | 'kind' | 'entityId' | 'label' | 'count' | 'undoes'>;

/** `deleted the announcement`, `undid deleting the announcement`, `verified a user`, `deleted 12 cards` */
export function whatWasDone({ action, kind, entityId, label, count, undoes }: Done) {
  const { article, one, many } = kinds[kind];
  const did = undoes ? `undid ${actions[undoes.action].doing}` : actions[action].done;
  if (entityId === null) return `${did} ${count} ${count === 1 ? one : many}`;
  return `${did} ${label ? 'the' : article} ${one}`;
}

const list = new Intl.ListFormat('en');

/** `3 sections and 20 cards` */
export const amounts = (parts: readonly { kind: LoggedKind; count: number }[]) =>
  list.format(parts.map(({ kind, count }) => `${count} ${count === 1 ? kinds[kind].one : kinds[kind].many}`));

/** Says what one change did to a thing, by the labels of its fields: `Changed message and status`. */
export function whatChanged(
  { action, changed, data, operationId }: Revision,
  fields: Readonly<Record<string, { label: string }>>,
) {
  if (operationId === null) return 'As it was before';
  if (data === null) return action === 'undo' ? 'Deleted by undoing' : capital(actions.delete.done);
  if (action === 'reorder') return 'Changed its place';
  const labels = Object.entries(fields).filter(([name]) => changed.includes(name));
  const what = list.format(labels.map(([, { label }]) => label.toLowerCase()));
  const done = capital(actions[action].done);
  if (action === 'undo') return what ? `${done} ${what}` : 'Brought back by undoing';
  if (action === 'restore') return what ? `${done} ${what}` : 'Brought back from the bin';
  return action === 'update' && what ? `${done} ${what}` : done;
}

/** Says who made a change, where the log knows it. */
export const whoChanged = ({ actor, operationId }: Revision) =>
  operationId === null ? 'Before its history began' : whoDid(actor);
