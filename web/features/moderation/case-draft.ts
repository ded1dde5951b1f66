import { decisionErrors } from '#contract/decision-errors.ts';
import {
  type Case,
  type DecisionInput,
  type Rule,
  type SentDecision,
  type StatementLanguage,
  type Template,
  blanksIn,
  statementLanguages,
} from '#contract/moderation.ts';
import type { CaseLane, ReportReason } from '#contract/case-states.ts';
import type { CrisisOutcome } from '#contract/crisis.ts';
import type { Sanction, Verdict } from '#contract/verdicts.ts';
import { appealedDecision } from '#web/features/moderation/case-words.ts';

/** A decision as far as it is made. Typed words are kept on the device until it is sent (`kept-drafts.ts`). */
export type CaseDraft = {
  verdict: Verdict | null;
  /** How the case of a person who may be in danger ends. */
  crisisOutcome: CrisisOutcome | null;
  ruleId: string | null;
  hide: boolean;
  hideOthers: boolean;
  erase: boolean;
  sanction: Sanction;
  days: SentDecision['days'];
  /** The day until which a person is suspended, `2026-12-05`, or `''`. */
  until: string;
  forGood: boolean;
  templateId: string | null;
  language: StatementLanguage;
  statement: string;
  /** The typed statement that a template replaced, to bring it back; `''` without one. */
  replaced: string;
  reason: string;
  /** The decision about an appeal. */
  outcome: 'upheld' | 'overturned' | null;
  answer: string;
  /** The message to a person who may be in danger, and the playbook that it starts from. */
  playbookId: string | null;
  messageLanguage: StatementLanguage;
  message: string;
  /** The typed message that a playbook replaced, to bring it back; `''` without one. */
  replacedMessage: string;
};

export const emptyDraft: CaseDraft = {
  verdict: null,
  crisisOutcome: null,
  ruleId: null,
  hide: false,
  hideOthers: false,
  erase: false,
  sanction: 'none',
  days: null,
  until: '',
  forGood: false,
  templateId: null,
  language: 'english',
  statement: '',
  replaced: '',
  reason: '',
  outcome: null,
  answer: '',
  playbookId: null,
  messageLanguage: 'english',
  message: '',
  replacedMessage: '',
};

/** The draft that a case starts with: in the language of its person, else in that of the decision that was appealed. */
export const firstDraft = (of: Pick<Case, 'id' | 'language' | 'decisions'>): CaseDraft => ({
  ...emptyDraft,
  language: of.language ?? appealedDecision(of)?.language ?? emptyDraft.language,
  messageLanguage: of.language ?? emptyDraft.messageLanguage,
});

/** Only texts with these reasons can be erased at once. */
const erasable = new Set<ReportReason>(['child', 'personal-data', 'intimate-picture']);

export const mayErase = ({ text, reasons }: Pick<Case, 'text' | 'reasons'>) =>
  text !== null && reasons.some(({ reason }) => erasable.has(reason));

/** Whether the person reads a statement after this verdict. */
export const tellsPerson = (verdict: Verdict | null) => verdict === 'breaks_rules' || verdict === 'needs_help';

/** A template in a language; the English text stands in for a missing one. */
const templateText = (template: Template, language: StatementLanguage) =>
  template[language].trim() === '' ? template.english : template[language];

/** Whether this statement was typed, or changed by hand: choosing a template replaces it, and can bring it back. */
const isTyped = ({ statement, templateId, language }: CaseDraft, templates: readonly Template[]) => {
  if (statement.trim() === '') return false;
  const template = templates.find(({ id }) => id === templateId);
  return !template || templateText(template, language) !== statement;
};

/** Fills the statement with a template in a language. A typed statement can be brought back. */
export function withTemplate(
  draft: CaseDraft,
  templates: readonly Template[],
  { templateId = draft.templateId, language = draft.language }: Partial<Pick<CaseDraft, 'templateId' | 'language'>>,
): CaseDraft {
  const template = templates.find(({ id }) => id === templateId);
  const next = { ...draft, templateId, language };
  if (!template) return next;
  return {
    ...next,
    statement: templateText(template, language),
    replaced: isTyped(draft, templates) ? draft.statement : draft.replaced,
  };
}

/** The first template for a verdict; for a rule the one with its title, if there is one. */
function templateFor(templates: readonly Template[], verdict: Verdict, rule?: Rule) {
  const fitting = templates.filter((one) => one.isActive && one.purpose === verdict);
  return fitting.find(({ title }) => rule && title.toLowerCase() === rule.title.toLowerCase()) ?? fitting[0];
}

/** Suggests a template, unless a statement was typed. */
function withSuggestion(draft: CaseDraft, templates: readonly Template[], rule?: Rule): CaseDraft {
  if (isTyped(draft, templates) || draft.verdict === null) return draft;
  const template = templateFor(templates, draft.verdict, rule);
  if (!template) return { ...draft, templateId: null, statement: '' };
  return withTemplate(draft, templates, { templateId: template.id });
}

/** A verdict chosen without a rule. */
export const withVerdict = (draft: CaseDraft, verdict: Verdict, templates: readonly Template[]): CaseDraft =>
  draft.verdict === verdict
    ? draft
    : withSuggestion(
        { ...draft, verdict, ...(verdict !== 'breaks_rules' && { ruleId: null, hide: false }) },
        templates,
      );

/** A text that breaks this rule is hidden, unless that is switched off afterwards. */
export const withRule = (draft: CaseDraft, rule: Rule, hasText: boolean, templates: readonly Template[]): CaseDraft =>
  withSuggestion({ ...draft, verdict: 'breaks_rules', ruleId: rule.id, hide: hasText }, templates, rule);

const isForAppeal = ({ purpose }: Template) => purpose === 'upheld' || purpose === 'overturned';

const languages = Object.keys(statementLanguages) as StatementLanguage[];

/**
 * The outcome of an appeal, with the template for it in the language of the draft. An answer that was typed, or changed
 * by hand, stays.
 */
export function withOutcome(
  draft: CaseDraft,
  outcome: NonNullable<CaseDraft['outcome']>,
  templates: readonly Template[],
): CaseDraft {
  const { language } = draft;
  const answer = draft.answer.trim();
  const isTemplate = templates.some((one) => isForAppeal(one) && languages.some((name) => one[name].trim() === answer));
  if (answer !== '' && !isTemplate) return { ...draft, outcome };
  const template = templates.find(({ isActive, purpose }) => isActive && purpose === outcome);
  return { ...draft, outcome, answer: template ? templateText(template, language) : '' };
}

/** Another language of the answer to an appeal. An answer that was typed, or changed by hand, stays. */
export const withAnswerLanguage = (
  draft: CaseDraft,
  language: StatementLanguage,
  templates: readonly Template[],
): CaseDraft => {
  const next = { ...draft, language };
  return draft.outcome === null ? next : withOutcome(next, draft.outcome, templates);
};

/** The decision of a draft about the case as it was seen; null while it has no verdict. */
export function decisionOf(
  draft: CaseDraft,
  { id, version, lane, text }: Pick<Case, 'id' | 'version' | 'lane' | 'text'>,
) {
  const { verdict, ruleId, hide, hideOthers, erase, sanction, days, until, forGood, statement, reason, language } =
    draft;
  if (verdict === null) return null;
  const breaks = verdict === 'breaks_rules';
  const tells = tellsPerson(verdict);
  return {
    id,
    version,
    seen: text?.seen ?? '',
    verdict,
    crisisOutcome: lane === 'crisis' ? draft.crisisOutcome : null,
    ruleId: breaks ? ruleId : null,
    hide: tells && hide && text !== null,
    hideOthers: breaks && hideOthers,
    erase: breaks && erase && text !== null,
    sanction: breaks ? sanction : 'none',
    days: breaks && sanction === 'mute' ? days : null,
    until: breaks && sanction === 'suspend' && until !== '' && !forGood ? startOf(until) : null,
    reason: reason.trim(),
    statement: tells ? statement.trim() : '',
    language,
  } satisfies DecisionInput;
}

/** Midnight at the start of a day, in the browser's zone. */
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString();

export type DraftErrors = Partial<Record<keyof SentDecision, string>>;

/** The errors of a draft, by field: those of the contract, and a suspension without an end. */
export function errorsOf(draft: CaseDraft, sent: SentDecision | null, lane: CaseLane, now: Date): DraftErrors {
  if (!sent)
    return lane === 'crisis' ? { crisisOutcome: 'Choose how this case ends' } : { verdict: 'Choose the verdict' };
  if (sent.sanction === 'suspend' && draft.until === '' && !draft.forGood) return { until: 'Choose the day' };
  return decisionErrors(sent, lane, now.getTime());
}

/** The first blank of a statement that must be filled in, as places in the text. */
export function firstBlank(statement: string) {
  const [blank] = blanksIn(statement);
  if (blank === undefined) return undefined;
  const start = statement.indexOf(blank);
  return { start, end: start + blank.length };
}
