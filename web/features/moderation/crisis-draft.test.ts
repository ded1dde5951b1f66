import { describe, expect, test } from 'vitest';
import type { Playbook } from '#contract/safety.ts';
import { decisionOf, emptyDraft, errorsOf } from '#web/features/moderation/case-draft.ts';
import {
  asPersonReads,
  withCrisisOutcome,
  withHelpLine,
  withMessageSent,
  withPlaybook,
  withoutUnsent,
} from '#web/features/moderation/crisis-draft.ts';

const playbook = (id: string) =>
  ({ id, english: `Hello from ${id}`, pidgin: '', yoruba: `Ẹ ǹlẹ́ ${id}`, hausa: '', igbo: '' }) as Playbook;
const playbooks = [playbook('a'), playbook('b')];
const aCase = { id: 'case-1', version: 3, lane: 'crisis' as const, text: null };

describe('a message', () => {
  test('starts from the first playbook, in English where the language is missing', () => {
    expect(withPlaybook(emptyDraft, playbooks)).toMatchObject({ playbookId: 'a', message: 'Hello from a' });
    expect(withPlaybook(emptyDraft, playbooks, { messageLanguage: 'yoruba' }).message).toBe('Ẹ ǹlẹ́ a');
    expect(withPlaybook(emptyDraft, playbooks, { messageLanguage: 'igbo' }).message).toBe('Hello from a');
    expect(withPlaybook(emptyDraft, [])).toMatchObject({ playbookId: null, message: '' });
  });

  test('says what the person will read, in the language of each text', () => {
    const written = { ...playbook('a'), english: '{read} Call {emergency}.', pidgin: '{read}' };
    const fill = <T>(text: T) => String(text).replace('{emergency}', '112') as T;
    expect(asPersonReads(written, fill)).toMatchObject({
      english: 'A person on our team has read your words. Call 112.',
      pidgin: 'One person for our team don read wetin you write.',
      yoruba: 'Ẹ ǹlẹ́ a',
    });
  });

  test('that was typed can be brought back after another playbook', () => {
    const typed = { ...withPlaybook(emptyDraft, playbooks), message: 'My own words' };
    expect(withPlaybook(typed, playbooks, { playbookId: 'b' })).toMatchObject({
      message: 'Hello from b',
      replacedMessage: 'My own words',
    });
    const untouched = withPlaybook(emptyDraft, playbooks);
    expect(withPlaybook(untouched, playbooks, { playbookId: 'b' }).replacedMessage).toBe('');
  });

  test('ends with the help lines that were added', () => {
    const line = { name: 'Hope', number: '0800 123' };
    expect(withHelpLine(emptyDraft, line).message).toBe('Hope: 0800 123');
    expect(withHelpLine({ ...emptyDraft, message: 'Hello\n' }, line).message).toBe('Hello\n\nHope: 0800 123');
  });

  test('that was sent is the outcome, unless another one was chosen', () => {
    const draft = withPlaybook(emptyDraft, playbooks);
    expect(withMessageSent(draft)).toMatchObject({ message: '', playbookId: null, crisisOutcome: 'message_sent' });
    expect(withMessageSent(withCrisisOutcome(draft, 'not_alone')).crisisOutcome).toBe('not_alone');
  });
});

describe('an outcome', () => {
  test('is no message when the last one was taken back', () => {
    const draft = withCrisisOutcome(emptyDraft, 'message_sent');
    const [sent, takenBack] = [{ takenBackAt: null }, { takenBackAt: '2026-11-28T12:00:00.000Z' }];
    expect(withoutUnsent(draft, [takenBack]).crisisOutcome).toBeNull();
    expect(withoutUnsent(draft, [takenBack, sent])).toBe(draft);
    expect(withoutUnsent(draft, undefined)).toBe(draft);
    expect(withoutUnsent(withCrisisOutcome(emptyDraft, 'not_alone'), []).crisisOutcome).toBe('not_alone');
  });

  test('has the verdict that follows from it, and does not write a statement', () => {
    expect(withCrisisOutcome(emptyDraft, 'message_sent')).toMatchObject({ verdict: 'needs_help', statement: '' });
    expect(withCrisisOutcome({ ...emptyDraft, hide: true }, 'no_danger')).toMatchObject({
      verdict: 'within_rules',
      hide: false,
    });
    expect(withCrisisOutcome({ ...emptyDraft, verdict: 'breaks_rules' }, 'no_danger').verdict).toBe('breaks_rules');
  });

  test('is required in the lane of danger, and sent with the decision', () => {
    const errors = (draft: typeof emptyDraft) => errorsOf(draft, decisionOf(draft, aCase), 'crisis', new Date());
    expect(errors(emptyDraft)).toEqual({ crisisOutcome: 'Choose how this case ends' });
    expect(errors({ ...emptyDraft, verdict: 'needs_help' })).toEqual({ crisisOutcome: 'Choose how this case ends' });
    expect(errors(withCrisisOutcome(emptyDraft, 'no_danger'))).toEqual({ reason: 'Write the reason' });
    const draft = withCrisisOutcome(emptyDraft, 'help_shown');
    expect(errors(draft)).toEqual({});
    expect(decisionOf(draft, aCase)).toMatchObject({ crisisOutcome: 'help_shown', verdict: 'needs_help' });
  });
});
