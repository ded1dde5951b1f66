import { Box, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import type { Case } from '#contract/moderation.ts';
import { type CaseDraft, withAnswerLanguage, withOutcome } from '#web/features/moderation/case-draft.ts';
import { Part } from '#web/features/moderation/case-part.tsx';
import {
  EffectLines,
  LanguageSelect,
  type StatementProps,
  maxStatement,
} from '#web/features/moderation/case-statement.tsx';
import { CaseQuote } from '#web/features/moderation/case-text.tsx';
import { appealWords } from '#web/features/moderation/appeal-words.ts';
import { appealedDecision } from '#web/features/moderation/case-words.ts';
import classes from '#web/features/moderation/case.module.css';
import { Tiles } from '#web/ui/tiles.tsx';
import { Counter } from '#web/ui/counter.tsx';

/** The fields of a decision about an appeal. */
export function AppealFields({
  of,
  draft,
  templates,
  state: { appealErrors, blankError },
  field,
  onChange,
}: StatementProps) {
  const id = useId();
  const isWide = useMediaQuery('(min-width: 80em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <Part legend="The decision that is appealed" wrong={appealErrors.outcome}>
        {(wrong) => (
          <Tiles
            label="Outcome"
            even
            value={draft.outcome}
            wrong={wrong}
            options={[
              { value: 'upheld', label: 'Uphold' },
              { value: 'overturned', label: 'Overturn' },
            ]}
            onChange={(outcome) => onChange(withOutcome(draft, outcome, templates))}
          />
        )}
      </Part>
      <CaseQuote of={of} />
      <Box>
        <div className={classes.answerHead}>
          <Text component="label" htmlFor={id} fw={500}>
            Answer
          </Text>
          <LanguageSelect
            value={draft.language}
            onChange={(language) => onChange(withAnswerLanguage(draft, language, templates))}
          />
        </div>
        <Textarea
          ref={field}
          id={id}
          description="The person reads exactly this."
          minRows={4}
          maxRows={isWide ? 7 : 12}
          required
          dir="auto"
          value={draft.answer}
          error={blankError ?? appealErrors.answer}
          onChange={(event) => onChange({ ...draft, answer: event.currentTarget.value })}
        />
        <Counter count={[...draft.answer].length} max={maxStatement} />
      </Box>
    </>
  );
}

/** The effects of the decision about an appeal, and the answer. */
export function AppealPreview({ of, draft: { outcome, answer } }: { of: Case; draft: CaseDraft }) {
  const appealed = appealedDecision(of);
  if (outcome === null || !appealed) return null;
  return <EffectLines effects={appealWords(outcome, appealed.actions)} message={answer.trim()} busy={false} />;
}
