import type { Case } from '#contract/moderation.ts';
import { type Verdict, takeBackSeconds } from '#contract/verdicts.ts';
import type { CaseDraft } from '#web/features/moderation/case-draft.ts';
import { lookWords } from '#web/features/moderation/crisis-words.ts';
import { counted } from '#web/lib/numbers.ts';

type Decided = { verdict: Verdict; statement: string; reports: number };

const soon = takeBackSeconds === 60 ? 'a minute' : counted(takeBackSeconds, 'second');

/** The toast of a decision: `Decided. The person is told in a minute.` */
export function decidedWords({ verdict, statement, reports }: Decided) {
  if (statement !== '' && (verdict === 'breaks_rules' || verdict === 'needs_help'))
    return `Decided. The person is told in ${soon}.`;
  return reports > 0 ? `Decided. The reporters are answered in ${soon}.` : 'Decided.';
}

/** The toast of a decision about an appeal. */
const decidedAppeal = `Decided the appeal. The person is told in ${soon}.`;

/** The toast of a decision about a case, or of the answer to its appeal. */
export function toastOf(of: Case, { verdict, statement, crisisOutcome }: CaseDraft) {
  if (of.state === 'appealed') return decidedAppeal;
  const words = decidedWords({ verdict: verdict ?? 'cannot_tell', statement, reports: of.reports });
  return of.lane === 'crisis' && crisisOutcome ? `${words} ${lookWords(crisisOutcome)}` : words;
}
