import { Box, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useId, type RefObject } from 'react';
import { type Case, type StatementLanguage, type Template, statementLanguages } from '#contract/moderation.ts';
import { failureOf } from '#web/api/query.ts';
import { type CaseDraft, withTemplate } from '#web/features/moderation/case-draft.ts';
import { CaseQuote } from '#web/features/moderation/case-text.tsx';
import { previewWords } from '#web/features/moderation/case-words.ts';
import own from '#web/features/moderation/case.module.css';
import classes from '#web/features/moderation/moderation.module.css';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { Counter } from '#web/ui/counter.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** The maximum length of a statement and of an answer. */
export const maxStatement = 2000;

export type StatementProps = {
  of: Case;
  draft: CaseDraft;
  templates: readonly Template[];
  state: DecisionState;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (draft: CaseDraft) => void;
};

const languages = Object.entries(statementLanguages).map(([value, label]) => ({ value, label }));

type LanguageProps = { value: StatementLanguage; onChange: (language: StatementLanguage) => void };

/** The language of a statement, or of an answer. */
export const LanguageSelect = ({ value, onChange }: LanguageProps) => (
  <Select
    aria-label="Language"
    data={languages}
    allowDeselect={false}
    value={value}
    onChange={(next) => next && onChange(next as StatementLanguage)}
  />
);

/** The statement that the person reads, with its language and its template. */
export function Statement({
  maxRows,
  of,
  draft,
  templates,
  state: { errors, blankError, preview },
  field,
  onChange,
}: StatementProps & { maxRows: number }) {
  const id = useId();
  const { language, templateId, statement, replaced } = draft;
  const fitting = templates.filter(({ isActive, purpose }) => isActive && purpose === draft.verdict);
  const template = fitting.find(({ id }) => id === templateId);
  /** The statement with its rule and its day. */
  const filled = preview?.data?.statement;
  const standsIn = template && language !== 'english' && template[language].trim() === '';
  return (
    <Stack gap="xs">
      <CaseQuote of={of} />
      <div className={classes.starts}>
        <Text component="label" htmlFor={id} fw={500}>
          Statement
        </Text>
        <LanguageSelect
          value={language}
          onChange={(next) => onChange(withTemplate(draft, fitting, { language: next }))}
        />
        <Select
          aria-label="Template"
          placeholder={fitting.length > 0 ? 'Choose a template' : 'No template yet'}
          data={fitting.map(({ id, title }) => ({ value: id, label: title }))}
          value={template ? templateId : null}
          allowDeselect={false}
          onChange={(next) => next && onChange(withTemplate(draft, fitting, { templateId: next }))}
        />
      </div>
      {standsIn && (
        <Text size="xs" c="dimmed">
          This template has no text in {statementLanguages[language]}, so the English one stands in.
        </Text>
      )}
      <Box>
        <Textarea
          ref={field}
          id={id}
          description="The person reads this. {rule} and {until} are filled in, as the preview shows."
          minRows={4}
          maxRows={maxRows}
          dir="auto"
          value={statement}
          error={blankError ?? errors.statement}
          onChange={(event) => onChange({ ...draft, statement: event.currentTarget.value })}
        />
        <Counter count={[...statement].length} max={maxStatement} />
        {filled !== undefined && filled !== '' && filled !== statement.trim() && (
          <>
            <Text size="xs" c="dimmed" mt="xs">
              The person reads
            </Text>
            <Text className={classes.quote} dir="auto">
              {filled}
            </Text>
          </>
        )}
        {replaced !== '' && replaced !== statement && (
          <Button
            size="xs"
            variant="subtle"
            mt={4}
            onClick={() => onChange({ ...draft, statement: replaced, templateId: null, replaced: '' })}
          >
            Bring back what you wrote
          </Button>
        )}
      </Box>
    </Stack>
  );
}

/** A blank that must be filled in before the decision; in wide windows with a button that goes there. */
export function BlankLine({ error, onFill }: { error: string; onFill: () => void }) {
  const phone = usePhone();
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="xs" c="var(--awa-danger)" truncate>
        {error}
      </Text>
      {!phone && (
        <Button size="xs" flex="none" onClick={onFill}>
          Fill in
        </Button>
      )}
    </Group>
  );
}

type EffectProps = {
  effects: string;
  /** The message as the person reads it; `''` without one. */
  message: string;
  busy: boolean;
  /** In a low window the message is only beside the text, below its field. */
  folds?: boolean;
};

/** The effects of a decision in one line, and the message exactly as the person reads it: on a phone below its field. */
export const EffectLines = ({ effects, message, busy, folds = false }: EffectProps) => {
  const phone = usePhone();
  return (
    <div role="status" aria-label="Preview" aria-busy={busy || undefined}>
      <Text size="xs" fw={500}>
        {effects}
      </Text>
      {message !== '' && !phone && (
        <Text size="xs" c="dimmed" lineClamp={2} dir="auto" className={folds ? own.message : undefined}>
          The person reads: {message}
        </Text>
      )}
    </div>
  );
};

/** The effects of a decision, as the server would have them. */
export function PreviewLine({ preview }: Pick<DecisionState, 'preview'>) {
  const now = useNow(serverNow);
  if (!preview) return null;
  const { failed, ...retry } = failureOf(preview);
  // The call has the failure of the decision, which was not made yet.
  if (failed) return <FailedPanel failed={{ ...failed, message: 'Failed to preview the decision' }} {...retry} />;
  const { data, isFetching } = preview;
  return (
    <EffectLines
      effects={data ? previewWords(data, now) : 'Looking up what this does'}
      message={data?.statement ?? ''}
      busy={isFetching}
      folds
    />
  );
}
