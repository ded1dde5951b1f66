import { verdictsFor } from '#contract/case-subjects.ts';
import { type Verdict, verdicts } from '#contract/verdicts.ts';
import { isContent } from '#contract/kinds.ts';
import type { Case, Template } from '#contract/moderation.ts';
import { type CaseDraft, withRule, withVerdict } from '#web/features/moderation/case-draft.ts';
import type { NumberedRule } from '#web/features/moderation/case-words.ts';
import { type Shortcut, useShortcuts } from '#web/lib/shortcuts.ts';

type Options = {
  of: Case;
  draft: CaseDraft;
  rules: readonly NumberedRule[];
  templates: readonly Template[];
  isOn: boolean;
  onDraft: (draft: CaseDraft) => void;
};

/** The keys of the verdicts about a person and their texts; the number of a rule says that it is broken. */
export const verdictKeys: Partial<Record<Verdict, string>> = { within_rules: 'w', needs_help: 'n', cannot_tell: 't' };

/** The keys from `1` that choose one of a list, which does not show more than nine of them. */
const digits = (count: number) => Array.from({ length: Math.min(count, 9) }, (_, at) => String(at + 1));

function keysOfContent({ of, draft, templates, onDraft }: Options): Shortcut[] {
  const verdicts = verdictsFor(of.subject.kind);
  return [
    {
      keys: digits(verdicts.length),
      does: 'Choose the verdict',
      act: ({ key }) => {
        const verdict = verdicts[Number(key) - 1];
        if (verdict) onDraft(withVerdict(draft, verdict, templates));
      },
    },
  ];
}

function keysOfPerson({ of, draft, rules, templates, onDraft }: Options): Shortcut[] {
  const hasText = of.text !== null;
  const chooseRule: Shortcut = {
    keys: digits(rules.length),
    does: 'Choose the rule that the text breaks',
    act: ({ key }) => {
      const rule = rules.find(({ number }) => String(number) === key);
      if (rule) onDraft(withRule(draft, rule, hasText, templates));
    },
  };
  return [
    ...(rules.length > 0 ? [chooseRule] : []),
    ...(Object.entries(verdictKeys) as [Verdict, string][]).map(([verdict, key]) => ({
      keys: [key],
      does: verdicts[verdict],
      act: () => onDraft(withVerdict(draft, verdict, templates)),
    })),
    {
      keys: ['h'],
      does: 'Hide the text, or leave it',
      act: () => hasText && onDraft({ ...draft, hide: !draft.hide }),
    },
  ];
}

/** The keys of the verdict about a case, and of the rule that it names. */
export function useVerdictKeys(options: Options) {
  const keys = isContent(options.of.subject.kind) ? keysOfContent(options) : keysOfPerson(options);
  useShortcuts(options.isOn ? keys : []);
}
