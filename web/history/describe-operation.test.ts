import { expect, test } from 'vitest';
import type { Revision } from '#contract/history.ts';
import { byWhom, whatChanged, whoChanged } from '#web/history/describe-operation.ts';
import { howItEnds, sentenceOf, whatFields, whatWasDone, whoActed } from '#web/history/operation-sentence.ts';
import { clockTime, shortDate } from '#web/lib/dates.ts';

const id = '01a1fdea-0000-7000-8000-000000000000';
const deletion = {
  action: 'delete',
  kind: 'announcement',
  entityId: id,
  label: 'Clinic days',
  details: '',
  count: 1,
  undoes: null,
} as const;

test.each([
  [deletion, 'deleted the announcement'],
  [{ ...deletion, kind: 'category', count: 24 } as const, 'deleted the category'],
  [{ ...deletion, kind: 'card', entityId: null, label: '', count: 12 } as const, 'deleted 12 cards'],
  [{ ...deletion, kind: 'card', entityId: null, label: '' } as const, 'deleted 1 card'],
  [
    { ...deletion, action: 'reorder', kind: 'doctor', entityId: null, label: '', count: 12 } as const,
    'changed the order of the doctors',
  ],
  [
    { ...deletion, action: 'undo', kind: 'doctor', entityId: null, undoes: { id, action: 'reorder' } } as const,
    'undid changing the order of the doctors',
  ],
  [{ ...deletion, action: 'reorder', kind: 'card', label: 'Antenatal visits' } as const, 'moved the card'],
  [{ ...deletion, action: 'undo', kind: 'card', undoes: { id, action: 'reorder' } } as const, 'undid moving the card'],
  [{ ...deletion, action: 'move', kind: 'card', entityId: null, label: '', count: 9 } as const, 'moved 9 cards'],
  [{ ...deletion, action: 'enable', kind: 'card', entityId: null, label: '', count: 2 } as const, 'activated 2 cards'],
  [{ ...deletion, action: 'disable' } as const, 'disabled the announcement'],
  [{ ...deletion, action: 'publish', kind: 'card', entityId: null, label: '', count: 9 } as const, 'published 9 cards'],
  [{ ...deletion, action: 'draft', kind: 'card' } as const, 'turned the card'],
  [{ ...deletion, action: 'copy', kind: 'section' } as const, 'copied the section'],
  [
    { ...deletion, action: 'undo', kind: 'card', entityId: null, count: 32, undoes: { id, action: 'import' } } as const,
    'undid the import of a file of cards',
  ],
  [{ ...deletion, action: 'verify', kind: 'user', label: '' } as const, 'verified a user'],
  [{ ...deletion, action: 'create', kind: 'insight', label: '' } as const, 'created an insight'],
  [{ ...deletion, action: 'reset-password', kind: 'account' } as const, 'reset the password of the staff account'],
  [{ ...deletion, action: 'sign-in', kind: 'account', label: '' } as const, 'signed in'],
  [{ ...deletion, action: 'refuse', kind: 'account', count: 3 } as const, 'refused 3 sign-ins to the staff account'],
  [
    { ...deletion, action: 'refuse', kind: 'account', entityId: null } as const,
    'refused a sign-in: the account was unknown, or there had been too many tries',
  ],
  [{ ...deletion, action: 'view', kind: 'user', label: '' } as const, 'viewed a user'],
  [
    { ...deletion, action: 'view', kind: 'user', entityId: null, label: '', count: 12 } as const,
    'viewed 12 pages of the list of users',
  ],
  [
    { ...deletion, action: 'view', kind: 'user', entityId: null, label: '', count: 1 } as const,
    'viewed a page of the list of users',
  ],
  [{ ...deletion, action: 'export', kind: 'user', entityId: null, label: '' } as const, 'exported the list of users'],
  [
    { ...deletion, action: 'export', kind: 'entry', entityId: null, label: '' } as const,
    'exported entries from the log',
  ],
  [
    { ...deletion, action: 'switch-rule', kind: 'card', entityId: null, label: '' } as const,
    'changed the publishing rules of Lady Due',
  ],
  [{ ...deletion, action: 'publish-changes' } as const, 'published changes to the announcement'],
  [{ ...deletion, action: 'open', kind: 'case', label: '' } as const, 'opened a new case'],
  [{ ...deletion, action: 'decide', kind: 'case', label: '' } as const, 'decided a case'],
  [{ ...deletion, action: 'escalate', kind: 'case', label: '' } as const, 'passed a case'],
  [{ ...deletion, action: 'hand-back', kind: 'case', label: '' } as const, 'handed a case'],
  [{ ...deletion, action: 'take-back', kind: 'case', label: '' } as const, 'took back the decision in a case'],
  [{ ...deletion, action: 'decide-appeal', kind: 'case', label: '' } as const, 'decided the appeal in a case'],
  [
    { ...deletion, action: 'take-back-answer', kind: 'case', label: '' } as const,
    'took back the answer to the appeal in a case',
  ],
  [{ ...deletion, action: 'send-message', kind: 'case', label: '' } as const, 'sent a message to the person in a case'],
  [
    { ...deletion, action: 'take-back-message', kind: 'case', label: '' } as const,
    'took back the message to the person in a case',
  ],
  [{ ...deletion, action: 'agree', kind: 'case', label: '' } as const, 'agreed to outside help in a case'],
  [{ ...deletion, action: 'look', kind: 'case', label: '' } as const, 'checked again on the person in a case'],
  [{ ...deletion, action: 'reveal', kind: 'case', label: '' } as const, 'looked up the name of the person in a case'],
  [{ ...deletion, action: 'cover', kind: 'case', label: '' } as const, 'covered some words in the text of a case'],
  [
    { ...deletion, action: 'uncover', kind: 'case', label: '' } as const,
    'showed the covered words again in the text of a case',
  ],
  [{ ...deletion, action: 'undo', undoes: { id, action: 'delete' } } as const, 'undid deleting the announcement'],
  [{ ...deletion, action: 'undo', undoes: { id, action: 'undo' } } as const, 'redid a change to the announcement'],
  // The undone operation is older than the log.
  [{ ...deletion, action: 'undo' } as const, 'undid a change to the announcement'],
])('%j: %s', (operation, sentence) => {
  expect(whatWasDone(operation)).toBe(sentence);
});

test.each([
  ['update', ['Name', 'Consultation fee'], 'Name, consultation fee'],
  ['undo', ['Name'], 'Name'],
  ['create', [], ''],
  // The sentence already says it.
  ['disable', ['Enabled'], ''],
] as const)('%s changed %j: %s', (action, changedLabels, said) => {
  expect(whatFields({ action, kind: 'doctor', changedLabels: [...changedLabels], details: '' })).toBe(said);
});

test('details replace the field labels, with a capital; for content kinds they end the sentence', () => {
  const exported = { action: 'export', kind: 'user', changedLabels: [], details: 'all users' } as const;
  expect(whatFields({ ...exported, changedLabels: [] })).toBe('All users');
  const moved = { ...deletion, action: 'move', kind: 'card', details: 'to place 2 in “Staying well”' } as const;
  expect([whatFields({ ...moved, changedLabels: ['Section'] }), howItEnds(moved)]).toEqual([
    '',
    'into “Staying well”, at place 2',
  ]);
  expect(howItEnds({ ...deletion, ...exported })).toBe('');
});

const card = { ...deletion, kind: 'card', label: 'Antenatal visits', place: 'in “Staying well”' } as const;

test.each<[Parameters<typeof sentenceOf>[0], string]>([
  [{ ...card, action: 'draft' }, 'turned the card “Antenatal visits” in “Staying well” back into a draft'],
  [{ ...card, action: 'draft', entityId: null, label: '', place: '', count: 2 }, 'turned 2 cards back into drafts'],
  [
    { ...card, kind: 'section', count: 2 },
    'deleted the section “Antenatal visits” in “Staying well” and the card in it',
  ],
  [
    { ...card, kind: 'section', count: 7 },
    'deleted the section “Antenatal visits” in “Staying well” and the 6 cards in it',
  ],
  [{ ...card, action: 'update', count: 7 }, 'changed the card “Antenatal visits” in “Staying well” and 6 more'],
  [
    { ...card, action: 'recall', count: 2 },
    'withdrew a sentence from the card “Antenatal visits” in “Staying well” and from 1 other text',
  ],
  [
    { ...card, action: 'approve', details: 'as MBBS' },
    'approved the card “Antenatal visits” in “Staying well”, as a clinician (MBBS)',
  ],
  // Logs of earlier versions.
  [
    { ...card, action: 'withdraw-approval', details: 'by Dr. Obi' },
    'withdrew Dr. Obi’s approval of the card “Antenatal visits” in “Staying well”',
  ],
  [
    { ...card, action: 'exempt', details: 'from approval' },
    'allowed the card “Antenatal visits” in “Staying well” to be published without approval',
  ],
  [
    { ...card, action: 'import', entityId: null, label: '', place: '', details: 'from a file: 1 added' },
    'imported a file of cards: 1 added',
  ],
  [
    {
      ...card,
      action: 'undo',
      undoes: { id, action: 'import' },
      entityId: null,
      label: '',
      place: '',
      details: 'into Pregnancy: 1 added',
    },
    'undid the import of a file of cards into Pregnancy (1 added)',
  ],
  [
    { ...card, action: 'restore', changed: ['title'] },
    'restored an earlier version of the card “Antenatal visits” in “Staying well”',
  ],
])('the whole sentence of %j: %s', (operation, sentence) => {
  expect(sentenceOf(operation)).toBe(sentence);
});

test('the actor is an account, the command line, or the desk itself', () => {
  const ada = { id, name: 'Ada Obi' };
  expect(whoActed({ actor: ada, action: 'update' })).toBe('Ada Obi');
  expect(whoActed({ actor: null, action: 'disable' })).toBe('On the server:');
  expect(whoActed({ actor: null, action: 'refuse' })).toBe('The desk');
  expect(whoActed({ actor: null, action: 'new-network' })).toBe('The desk');
});

const revision: Revision = {
  version: 2,
  operationId: id,
  at: '2026-11-21T09:41:00.000Z',
  action: 'update',
  actor: { id, name: 'Ada Obi' },
  changed: ['message', 'enabled'],
  scheduledFor: null,
  data: {},
};
const scheduledFor = '2026-12-03T08:00:00.000Z';
/** In the zone of the machine. */
const scheduledTime = `${shortDate(scheduledFor)} at ${clockTime(scheduledFor)}`;
const fields = { message: { label: 'Message' }, enabled: { label: 'Status' } };

test.each<[Partial<Revision>, string]>([
  [{ action: 'create', changed: [] }, 'Created'],
  [{ action: 'update' }, 'Changed message and status'],
  [{ action: 'publish-changes', changed: [] }, 'Published the changes'],
  [{ action: 'schedule-changes', scheduledFor }, `Scheduled the changes for ${scheduledTime}`],
  [{ action: 'schedule', changed: ['status'], scheduledFor }, `Scheduled for ${scheduledTime}`],
  [{ action: 'cancel-changes', changed: [] }, 'Cancelled the scheduled changes'],
  [{ action: 'back-to-shown' }, 'Went back to the words in the app'],
  [{ action: 'update', changed: ['position'] }, 'Changed'],
  [{ action: 'disable', changed: ['enabled'] }, 'Disabled'],
  [{ action: 'publish', changed: ['status'] }, 'Published'],
  [{ action: 'draft', changed: ['status'] }, 'Made a draft'],
  [{ action: 'reorder', changed: ['displayOrder'] }, 'Moved in the list'],
  [{ action: 'move', changed: ['displayOrder'] }, 'Moved in the list'],
  [{ action: 'move', changed: ['sectionId', 'displayOrder'] }, 'Moved'],
  [{ action: 'undo', changed: ['enabled'] }, 'Undid an edit to the status'],
  [{ action: 'undo', changed: [] }, 'Restored by undo'],
  [{ action: 'undo', changed: ['shown', 'nextFrom'] }, 'Undid a change to the words in the app'],
  [{ action: 'undo', data: null }, 'Deleted by undo'],
  [{ action: 'delete', data: null }, 'Deleted'],
  [{ action: 'restore', changed: ['message'] }, 'Restored message'],
  [{ action: 'restore', changed: [] }, 'Restored from the bin'],
  [{ action: 'update', operationId: null }, 'Original version'],
])('a version, %j: %s', (part, sentence) => {
  const changed = { ...revision, ...part, changed: [...(part.changed ?? revision.changed)] };
  expect(whatChanged(changed, 'announcement', fields)).toBe(sentence);
});

test('the actor of a version, also without an account', () => {
  expect([byWhom(revision.actor), byWhom(null)]).toEqual(['Ada Obi', 'someone on the server']);
  const who = [revision, { ...revision, actor: null }, { ...revision, operationId: null }];
  expect(who.map(whoChanged)).toEqual(['Ada Obi', 'On the server', 'Before changes were recorded']);
});
