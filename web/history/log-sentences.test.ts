import path from 'node:path';
import { expect, test } from 'vitest';
import { Action, type Operation } from '#contract/history.ts';
import { type LoggedKind, keptKinds, kinds } from '#contract/kinds.ts';
import { sentenceOf, whatFields, whoActed } from '#web/history/operation-sentence.ts';
import { clockTime, shortDate } from '#web/lib/dates.ts';

const id = '01a1fdea-0000-7000-8000-000000000000';

type Example = Partial<
  Pick<Operation, 'entityId' | 'label' | 'place' | 'scheduledFor' | 'details' | 'changed' | 'changedLabels' | 'count'>
> & {
  kind: LoggedKind;
};

const card: Example = { kind: 'card', label: 'Antenatal visits', place: 'in “Staying well”' };
const category: Example = { kind: 'category', label: 'Your body', place: 'in Pregnancy' };
const moved = { place: '', details: 'to place 2 in “Staying well”' };
const scheduledFor = '2026-12-03T08:00:00.000Z';
/** In the zone of the test's machine. */
const scheduledTime = `${shortDate(scheduledFor)} at ${clockTime(scheduledFor)}`;
const announcement: Example = { kind: 'announcement', label: 'Clinic days' };
const account: Example = { kind: 'account', label: 'ngozi@awa.example' };
const appKey: Example = { kind: 'app-key', label: 'Backend' };
const shift: Example = { kind: 'shift', label: 'Ada Obi', details: '2026-12-01–2026-12-07' };
const source: Example = { kind: 'source', label: 'nhs.uk/pregnancy' };
const doctor: Example = { kind: 'doctor', label: 'Dr. Ada Obi' };
const of = (kind: LoggedKind, details = ''): Example => ({ kind, details });
const several = (example: Example, count: number, details = ''): Example =>
  Object.assign({}, example, { entityId: null, label: '', place: '', count, details });

/** The records that each action can be about, in the words of the log. */
const examples: Record<Action, readonly Example[]> = {
  create: [card, announcement, several(of('pregnancy-week'), 42), appKey, shift],
  update: [
    { ...card, changedLabels: ['Title', 'Content'] },
    { ...account, details: 'name' },
    { kind: 'clinician', label: 'Dr. Ngọzi Ẹbẹ' },
  ],
  delete: [
    card,
    several(card, 12, 'in Pregnancy'),
    { ...category, count: 24 },
    of('user'),
    of('post'),
    of('comment'),
    shift,
  ],
  enable: [card, announcement, account, several(card, 2, 'in Pregnancy')],
  disable: [card, announcement, account, several(card, 2, 'in Pregnancy')],
  verify: [of('user'), several(of('user'), 9), { ...doctor, details: 'by phone' }, several(doctor, 9, 'by phone')],
  unverify: [of('user'), several(of('user'), 9)],
  publish: [card, several(card, 9, 'in Pregnancy')],
  draft: [card, several(card, 9, 'in Pregnancy')],
  schedule: [
    { ...card, scheduledFor },
    { ...several(card, 9, 'in Pregnancy'), scheduledFor },
  ],
  reorder: [{ ...card, ...moved }, several(doctor, 12)],
  move: [{ ...card, ...moved }, several(card, 9, 'to “Warning signs”')],
  copy: [{ kind: 'section', label: 'Warning signs', place: 'in “Your body”', details: 'with 5 cards' }],
  import: [several(card, 4, 'into Pregnancy: 1 added, 2 changed, 1 deleted'), several(doctor, 3, '1 added, 2 changed')],
  undo: [card],
  restore: [card, announcement, { ...card, changed: ['title'], changedLabels: ['Title'] }],
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
  'withdraw-approval': [{ ...card, details: 'Dr. Ngọzi Ẹbẹ' }],
  exempt: [card],
  'ask-review': [card],
  'ask-changes': [card],
  'withdraw-request': [card],
  recall: [
    { ...card, count: 7 },
    { ...card, count: 7, details: 'exempt from approval' },
  ],
  remark: [card],
  'reply-remark': [card],
  'resolve-remark': [card],
  'reopen-remark': [card],
  'delete-remark': [card],
  revoke: [appKey],
  'new-network': [appKey],
  hide: [of('post'), of('comment'), several(of('post'), 4)],
  show: [of('post'), of('comment')],
  open: [of('case')],
  decide: [of('case', 'no rules were broken'), of('case', 'the rules were broken, and the person was muted')],
  escalate: [of('case')],
  'hand-back': [of('case')],
  'take-back': [of('case')],
  'take-back-answer': [of('case')],
  'decide-appeal': [of('case', 'the decision stands')],
  'send-message': [of('case')],
  'take-back-message': [of('case')],
  agree: [of('case')],
  look: [of('case')],
  reveal: [of('case', 'the family called')],
  call: [{ kind: 'help-line', label: 'SURPIN', details: 'which answered' }],
  cover: [of('case')],
  uncover: [of('case')],
  note: [of('user')],
  'delete-note': [of('user')],
  'restore-note': [of('user')],
  'publish-changes': [card],
  'schedule-changes': [{ ...card, scheduledFor }],
  'cancel-changes': [card],
  'back-to-shown': [card],
  'switch-rule': [several(card, 1, 'to reviewed, approvals required')],
  'mark-source': [{ ...source, details: 'as withdrawn: a newer edition exists' }],
  'unmark-source': [source],
};

const operation = (action: Action, example: Example, undoes: Operation['undoes'] = null): Operation => ({
  id,
  at: '2026-11-30T08:00:00.000Z',
  actor: { id, name: 'Ngọzi' },
  action,
  area: kinds[example.kind].area,
  entityId: id,
  label: '',
  place: '',
  scheduledFor: null,
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
  const sentence = sentenceOf(one).replace(scheduledTime, 'Dec 3, 2026 at 9:00');
  return `- ${whoActed(one)} ${sentence}${fields && ` · ${fields}`}`;
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
