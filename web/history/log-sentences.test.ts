import path from 'node:path';
import { expect, test } from 'vitest';
import { Action, type Operation } from '#contract/history.ts';
import { type LoggedKind, keptKinds, kinds } from '#contract/kinds.ts';
import { sentenceOf, whatFields, whoActed } from '#web/history/describe-operation.ts';

const id = '01a1fdea-0000-7000-8000-000000000000';

type Example = Partial<Pick<Operation, 'entityId' | 'label' | 'details' | 'changedLabels' | 'count'>> & {
  kind: LoggedKind;
};

const card: Example = { kind: 'card', label: 'Antenatal visits', details: 'in Pregnancy' };
const announcement: Example = { kind: 'announcement', label: 'Clinic days' };
const account: Example = { kind: 'account', label: 'ngozi@awa.example' };
const doctor: Example = { kind: 'doctor', label: 'Dr. Ada Obi' };
const of = (kind: LoggedKind, details = ''): Example => ({ kind, details });
const several = (example: Example, count: number, details = ''): Example =>
  Object.assign({}, example, { entityId: null, label: '', count, details });

/** The records that each action can be about, in the words of the log. */
const examples: Record<Action, readonly Example[]> = {
  create: [card, announcement, several(of('pregnancy-week'), 42), of('app-key'), of('shift')],
  update: [{ ...card, changedLabels: ['Title', 'Content'] }, { ...account, details: 'name' }, of('clinician')],
  delete: [
    card,
    several(card, 12),
    { kind: 'category', label: 'Staying well' },
    of('user'),
    of('post'),
    of('comment'),
    of('shift'),
  ],
  enable: [card, announcement, account, several(card, 2, 'in Pregnancy')],
  disable: [card, announcement, account, several(card, 2, 'in Pregnancy')],
  verify: [of('user'), several(of('user'), 9), { ...doctor, details: 'by call' }, several(doctor, 9, 'by call')],
  unverify: [of('user'), several(of('user'), 9)],
  publish: [card, several(card, 9, 'in Pregnancy')],
  draft: [card, several(card, 9, 'in Pregnancy')],
  schedule: [card, several(card, 9, 'in Pregnancy')],
  reorder: [{ ...card, details: 'to place 2 in “Staying well”' }, several(doctor, 12)],
  move: [{ ...card, details: 'to place 2 in “Staying well”' }, several(card, 9, 'to “Warning signs”')],
  copy: [{ kind: 'section', label: 'Warning signs', details: 'with 5 cards' }],
  import: [
    several(card, 4, 'into Pregnancy: 1 added, 2 changed, 1 deleted'),
    several(doctor, 3, 'from a file: 1 added, 2 changed'),
  ],
  undo: [card],
  restore: [card, announcement],
  invite: [{ ...account, details: 'as editor' }],
  'change-role': [{ ...account, details: 'editor to moderator' }],
  'new-link': [account],
  'set-password': [account],
  'reset-password': [account],
  unlock: [account],
  'sign-in': [of('account')],
  refuse: [{ ...account, count: 3 }, several(account, 1)],
  view: [of('user'), several(of('user'), 12), of('entry')],
  export: [several(of('user'), 1), several(of('entry'), 1)],
  'add-factor': [{ ...account, details: 'authenticator app' }],
  'remove-factor': [{ ...account, details: 'all of them' }],
  'renew-recovery-codes': [account],
  review: [card],
  'withdraw-review': [card],
  approve: [{ ...card, details: 'as MBBS' }],
  'withdraw-approval': [{ ...card, details: 'by Dr. Ngọzi Ẹbẹ' }],
  exempt: [{ ...card, details: 'from approval' }],
  'ask-review': [card],
  'ask-changes': [card],
  'withdraw-request': [card],
  recall: [{ ...card, details: '', count: 7 }],
  remark: [card],
  'reply-remark': [card],
  'resolve-remark': [card],
  'reopen-remark': [card],
  'delete-remark': [card],
  revoke: [{ kind: 'app-key', label: 'Backend' }],
  'new-network': [{ kind: 'app-key', label: 'Backend' }],
  hide: [of('post'), of('comment'), several(of('post'), 4)],
  show: [of('post'), of('comment')],
  open: [of('case')],
  decide: [of('case')],
  escalate: [of('case')],
  'hand-back': [of('case')],
  'take-back': [of('case')],
  'decide-appeal': [of('case')],
  'send-message': [of('case')],
  'take-back-message': [of('case')],
  agree: [of('case')],
  look: [of('case')],
  reveal: [of('case', 'the family called')],
  call: [{ kind: 'help-line', label: 'SURPIN' }],
  cover: [of('case')],
  uncover: [of('case')],
  note: [of('user')],
  'delete-note': [of('user')],
  'restore-note': [of('user')],
  'publish-changes': [card],
  'schedule-changes': [card],
  'cancel-changes': [card],
  'back-to-shown': [card],
  'switch-rule': [several(card, 1, 'of Lady Due to reviewed')],
  'mark-source': [of('source', 'as withdrawn')],
  'unmark-source': [of('source')],
};

const operation = (action: Action, example: Example, undoes: Operation['undoes'] = null): Operation => ({
  id,
  at: '2026-11-30T08:00:00.000Z',
  actor: { id, name: 'Ngọzi' },
  action,
  area: kinds[example.kind].area,
  entityId: id,
  label: '',
  details: '',
  changed: [],
  changedLabels: [],
  count: 1,
  undoable: false,
  undoneBy: null,
  undoes,
  ...example,
});

function line(one: Operation) {
  const fields = whatFields(one);
  return `- ${whoActed(one)} ${sentenceOf(one)}${fields && ` · ${fields}`}`;
}

const isKept = ({ kind }: Example) => keptKinds.some((one) => one === kind);

test('each action that exists reads as a sentence, and its undo too', async () => {
  const parts = Action.options.map((action) => {
    const done = examples[action].map((example) => line(operation(action, example)));
    const undone = examples[action]
      .filter(isKept)
      .map((example) => line(operation('undo', example, { id, action })))
      .filter((sentence) => action === 'undo' || !sentence.includes('undid a change to'));
    const lists = [done, undone].filter((sentences) => sentences.length > 0);
    return [`## ${action}`].concat(lists.map((sentences) => [...new Set(sentences)].join('\n')));
  });
  const page = [
    '# The sentences of the log',
    'Each action with the records that it can be about, as Activity shows it, and after them its undo. A test writes this page.',
    ...parts.flat(),
  ];
  await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot(path.resolve('docs/log-sentences.md'));
});
