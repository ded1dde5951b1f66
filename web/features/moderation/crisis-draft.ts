import type { CrisisOutcome } from '#contract/crisis.ts';
import { type StatementLanguage, statementLanguages } from '#contract/moderation.ts';
import { sentByPerson } from '#contract/playbook-words.ts';
import type { HelpLine, Playbook, SafetyMessage } from '#contract/safety.ts';
import type { CaseDraft } from '#web/features/moderation/case-draft.ts';

const languages = Object.keys(statementLanguages) as StatementLanguage[];

/** A playbook whose messages have no placeholder: staff see what the person will read. `fill` fills in the app's ones. */
export const asPersonReads = (playbook: Playbook, fill: (text: string) => string): Playbook => ({
  ...playbook,
  ...Object.fromEntries(languages.map((one) => [one, fill(sentByPerson(playbook[one], one))])),
});

const messageOf = (playbook: Playbook, language: CaseDraft['messageLanguage']) =>
  playbook[language].trim() === '' ? playbook.english : playbook[language];

/** The playbook of a draft, else the first one. */
export const playbookOf = ({ playbookId }: CaseDraft, playbooks: readonly Playbook[]) =>
  playbooks.find(({ id }) => id === playbookId) ?? playbooks[0];

/** Whether the message was typed, or changed by hand: another playbook or language replaces it, and can bring it back. */
function isTyped({ message, playbookId, messageLanguage }: CaseDraft, playbooks: readonly Playbook[]) {
  if (message.trim() === '') return false;
  const playbook = playbooks.find(({ id }) => id === playbookId);
  return !playbook || messageOf(playbook, messageLanguage) !== message;
}

/** Fills the message from a playbook in a language. A typed message can be brought back. */
export function withPlaybook(
  draft: CaseDraft,
  playbooks: readonly Playbook[],
  {
    playbookId = playbookOf(draft, playbooks)?.id ?? null,
    messageLanguage = draft.messageLanguage,
  }: Partial<Pick<CaseDraft, 'playbookId' | 'messageLanguage'>> = {},
): CaseDraft {
  const playbook = playbooks.find(({ id }) => id === playbookId);
  const next = { ...draft, playbookId, messageLanguage };
  if (!playbook) return next;
  return {
    ...next,
    message: messageOf(playbook, messageLanguage),
    replacedMessage: isTyped(draft, playbooks) ? draft.message : draft.replacedMessage,
  };
}

/** The message with a help line at its end. */
export const withHelpLine = (draft: CaseDraft, { name, number }: Pick<HelpLine, 'name' | 'number'>): CaseDraft => ({
  ...draft,
  message: [draft.message.trimEnd(), `${name}: ${number}`].filter((part) => part !== '').join('\n\n'),
});

/** Whether a message was sent that was not taken back. */
export const hasMessage = (messages: readonly Pick<SafetyMessage, 'takenBackAt'>[]) =>
  messages.some(({ takenBackAt }) => takenBackAt === null);

/** The draft without the outcome that a message was sent, if the last message was taken back. */
export const withoutUnsent = (draft: CaseDraft, messages: Parameters<typeof hasMessage>[0] | undefined): CaseDraft =>
  draft.crisisOutcome === 'message_sent' && messages && !hasMessage(messages)
    ? { ...draft, crisisOutcome: null }
    : draft;

/** A draft whose message was sent, which is the outcome unless another one was chosen. */
export const withMessageSent = (draft: CaseDraft): CaseDraft =>
  withCrisisOutcome(
    { ...draft, message: '', replacedMessage: '', playbookId: null },
    draft.crisisOutcome ?? 'message_sent',
  );

/**
 * The outcome of a case of a person who may be in danger, with the verdict that follows from it. A text that breaks the
 * rules keeps that verdict.
 */
export function withCrisisOutcome(draft: CaseDraft, crisisOutcome: CrisisOutcome): CaseDraft {
  if (draft.verdict === 'breaks_rules') return { ...draft, crisisOutcome };
  const verdict = crisisOutcome === 'no_danger' ? 'within_rules' : 'needs_help';
  return { ...draft, crisisOutcome, verdict, hide: verdict === 'needs_help' && draft.hide };
}
