import { Box, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useId, type RefObject } from 'react';
import { type StatementLanguage, type Template, statementLanguages } from '#contract/moderation.ts';
import { failureOf } from '#web/api/query.ts';
import { type CaseDraft, withOutcome, withTemplate } from '#web/features/moderation/case-draft.ts';
import { Part } from '#web/features/moderation/case-part.tsx';
import { previewWords } from '#web/features/moderation/case-words.ts';
import classes from '#web/features/moderation/moderation.module.css';
import { Tiles } from '#web/features/moderation/tiles.tsx';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Counter } from '#web/ui/counter.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** The maximum length of a statement and of an answer. */
const maxStatement = 2000;

type StatementProps = {
  draft: CaseDraft;
  templates: readonly Template[];
  state: DecisionState;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (draft: CaseDraft) => void;
};

const languages = Object.entries(statementLanguages).map(([value, label]) => ({ value, label }));

/** The statement that the person reads, with its language and its template. */
export function Statement({
  maxRows,
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
      <div className={classes.starts}>
        <Text component="label" htmlFor={id} fw={500}>
          Statement
        </Text>
        <Select
          aria-label="Language"
          data={languages}
          allowDeselect={false}
          value={language}
          onChange={(next) => next && onChange(withTemplate(draft, fitting, { language: next as StatementLanguage }))}
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

/** The fields of a decision about an appeal. */
export function AppealFields({
  draft,
  templates,
  state: { appealErrors, blankError },
  field,
  onChange,
}: StatementProps) {
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
      <Text size="xs" c="dimmed">
        {draft.outcome === 'overturned'
          ? 'Everything that the decision hid or forbade comes back.'
          : 'An upheld decision stays as it is, and cannot be appealed again.'}
      </Text>
      <Box>
        <Textarea
          ref={field}
          label="Answer"
          description="The person reads exactly this."
          minRows={4}
          maxRows={12}
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

type PreviewProps = Pick<DecisionState, 'preview' | 'blankError'> & {
  /** Goes to the first blank of the statement. */
  onFill: () => void;
};

/** The effects of the decision in one line, and the message exactly as the person reads it. */
export function PreviewLine({ preview, blankError, onFill }: PreviewProps) {
  const now = useNow(serverNow);
  if (blankError !== undefined) {
    return (
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="var(--awa-danger)">
          {blankError}
        </Text>
        <Button size="xs" flex="none" onClick={onFill}>
          Fill in
        </Button>
      </Group>
    );
  }
  if (!preview) return null;
  const { failed, ...retry } = failureOf(preview);
  // The call has the failure of the decision, which was not made yet.
  if (failed) return <FailedPanel failed={{ ...failed, message: 'Failed to preview the decision' }} {...retry} />;
  const { data } = preview;
  return (
    <div role="status" aria-label="Preview" aria-busy={preview.isFetching || undefined}>
      <Text size="xs" fw={500}>
        {data ? previewWords(data, now) : 'Looking up what this does'}
      </Text>
      {data && data.statement !== '' && (
        <Text size="xs" c="dimmed" lineClamp={3} dir="auto">
          The person reads: {data.statement}
        </Text>
      )}
    </div>
  );
}
