import { Box, Button, Group, Select, Stack, Switch, Text, TextInput, Textarea } from '@mantine/core';
import { useId, type ReactNode, type RefObject } from 'react';
import { type Verdict, muteDays, sanctions, verdicts } from '#contract/case-states.ts';
import {
  type Case,
  type Rule,
  type StatementLanguage,
  type Template,
  statementLanguages,
} from '#contract/moderation.ts';
import { useRole } from '#web/api/permissions.ts';
import {
  type CaseDraft,
  mayErase,
  tellsPerson,
  withRule,
  withTemplate,
  withVerdict,
} from '#web/features/moderation/case-draft.ts';
import { previewWords } from '#web/features/moderation/case-words.ts';
import classes from '#web/features/moderation/moderation.module.css';
import { Tiles } from '#web/features/moderation/tiles.tsx';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { explain } from '#web/api/call.ts';
import { localMinute } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Counter } from '#web/ui/counter.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

/** The maximum length of a statement and of an answer. */
const maxStatement = 2000;

const verdictKeys = Object.keys(verdicts) as Verdict[];

type FieldsProps = {
  of: Case;
  draft: CaseDraft;
  rules: readonly Rule[];
  templates: readonly Template[];
  state: DecisionState;
  statement: RefObject<HTMLTextAreaElement | null>;
  /** The verdicts are at the end of the window instead. */
  withoutVerdict: boolean;
  onChange: (draft: CaseDraft) => void;
};

type PartProps = { legend: string; wrong?: string | undefined; children: (wrong: string | undefined) => ReactNode };

/** A part of the decision with its name and its error. */
function Part({ legend, wrong, children }: PartProps) {
  const id = useId();
  return (
    <div>
      <div className={classes.legend} aria-hidden="true">
        {legend}
      </div>
      {children(wrong ? id : undefined)}
      {wrong && (
        <p id={id} className={classes.wrong}>
          {wrong}
        </p>
      )}
    </div>
  );
}

type VerdictsProps = Pick<FieldsProps, 'draft' | 'templates' | 'onChange'> & {
  wrong: string | undefined;
  /** One line of short labels. */
  short?: boolean;
};

const shortVerdicts: Record<Verdict, string> = {
  breaks_rules: 'Breaks',
  within_rules: 'Within',
  needs_help: 'Help',
  cannot_tell: 'Cannot tell',
};

/** The verdict of a decision. */
export const Verdicts = ({ draft, templates, wrong, short = false, onChange }: VerdictsProps) => (
  <Tiles
    label="Verdict"
    value={draft.verdict}
    even={short}
    wrong={wrong}
    options={verdictKeys.map((value) => ({
      value,
      name: verdicts[value],
      label: short ? shortVerdicts[value] : verdicts[value],
      hint: !short && value === 'within_rules' ? 'w' : undefined,
    }))}
    onChange={(verdict) => onChange(withVerdict(draft, verdict, templates))}
  />
);

/** The fields of a decision: the rule, the verdict, the actions and the statement. */
export function DecisionFields({
  of,
  draft,
  rules,
  templates,
  state,
  statement,
  withoutVerdict,
  onChange,
}: FieldsProps) {
  const { errors } = state;
  const set = (next: Partial<CaseDraft>) => onChange({ ...draft, ...next });
  return (
    <>
      {rules.length > 0 && (
        <Part legend="Rule" wrong={errors.ruleId}>
          {(wrong) => (
            <Tiles
              label="Rule"
              value={draft.ruleId}
              wrong={wrong}
              options={rules.map(({ id, title }, at) => ({
                value: id,
                label: title,
                number: at + 1,
                ...(at < 9 && { keys: String(at + 1) }),
              }))}
              onChange={(id) => {
                const rule = rules.find((one) => one.id === id);
                if (rule) onChange(withRule(draft, rule, of.text !== null, templates));
              }}
            />
          )}
        </Part>
      )}
      {rules.length === 0 && <Text c="dimmed">There is no rule in force. Add one on the tab Rules.</Text>}
      {!withoutVerdict && (
        <Part legend="Verdict" wrong={errors.verdict}>
          {(wrong) => <Verdicts draft={draft} templates={templates} wrong={wrong} onChange={onChange} />}
        </Part>
      )}
      {tellsPerson(draft.verdict) && <Actions of={of} draft={draft} state={state} onSet={set} />}
      {tellsPerson(draft.verdict) && (
        <Statement draft={draft} templates={templates} state={state} field={statement} onChange={onChange} />
      )}
      {draft.verdict !== null && (
        <Textarea
          label="Note for colleagues"
          description="Stands in the list of decisions. The person does not read it."
          minRows={1}
          maxLength={1000}
          value={draft.reason}
          error={errors.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      )}
    </>
  );
}

type ActionsProps = Pick<FieldsProps, 'of' | 'draft' | 'state'> & { onSet: (next: Partial<CaseDraft>) => void };

function Actions({ of, draft, state: { errors }, onSet }: ActionsProps) {
  const breaks = draft.verdict === 'breaks_rules';
  const { text, subject, otherTexts } = of;
  return (
    <>
      {(text !== null || (breaks && otherTexts > 0)) && (
        <Stack gap="xs" role="group" aria-label="Actions">
          {text !== null && (
            <Switch
              label={`Hide the ${subject.kind}`}
              checked={draft.hide}
              error={errors.hide}
              onChange={(event) => onSet({ hide: event.currentTarget.checked })}
            />
          )}
          {breaks && otherTexts > 0 && (
            <Switch
              label={`Hide ${counted(otherTexts, 'other text')}`}
              checked={draft.hideOthers}
              error={errors.hideOthers}
              onChange={(event) => onSet({ hideOthers: event.currentTarget.checked })}
            />
          )}
          {breaks && mayErase(of) && (
            <Switch
              label="Erase now"
              description="For good, with its pictures. It cannot be taken back."
              checked={draft.erase}
              error={errors.erase}
              onChange={(event) => onSet({ erase: event.currentTarget.checked })}
            />
          )}
        </Stack>
      )}
      {breaks && <Sanctions draft={draft} errors={errors} onSet={onSet} />}
    </>
  );
}

type SanctionsProps = { draft: CaseDraft; errors: DecisionState['errors']; onSet: ActionsProps['onSet'] };

function Sanctions({ draft, errors, onSet }: SanctionsProps) {
  const isAdministrator = useRole() === 'administrator';
  const tomorrow = new Date(serverNow().getTime() + 2 * 24 * 60 * 60 * 1000);
  return (
    <Part legend="Sanction" wrong={errors.sanction ?? errors.days}>
      {(wrong) => (
        <Stack gap="xs">
          <Tiles
            label="Sanction"
            even
            value={draft.sanction}
            wrong={wrong}
            options={Object.entries(sanctions).map(([value, label]) => ({
              value: value as CaseDraft['sanction'],
              label,
            }))}
            onChange={(sanction) =>
              onSet({ sanction, days: sanction === 'mute' ? (draft.days ?? muteDays[0]) : draft.days })
            }
          />
          {draft.sanction === 'mute' && (
            <Tiles
              label="For how long"
              even
              value={draft.days === null ? null : String(draft.days)}
              options={muteDays.map((days) => ({ value: String(days), label: counted(days, 'day') }))}
              onChange={(days) => onSet({ days: muteDays.find((one) => String(one) === days) ?? null })}
            />
          )}
          {draft.sanction === 'suspend' && (
            <>
              {!draft.forGood && (
                <TextInput
                  type="date"
                  label="Until"
                  description="She can use the app again from this day on."
                  min={localMinute(tomorrow).slice(0, 10)}
                  max="2099-12-31"
                  value={draft.until}
                  error={errors.until}
                  onChange={(event) => onSet({ until: event.currentTarget.value })}
                />
              )}
              {isAdministrator && (
                <Switch
                  label="For good"
                  checked={draft.forGood}
                  onChange={(event) => onSet({ forGood: event.currentTarget.checked })}
                />
              )}
            </>
          )}
        </Stack>
      )}
    </Part>
  );
}

const languages = Object.entries(statementLanguages).map(([value, label]) => ({ value, label }));

type StatementProps = Pick<FieldsProps, 'draft' | 'templates' | 'state' | 'onChange'> & {
  field: FieldsProps['statement'];
};

function Statement({ draft, templates, state: { errors, blankError }, field, onChange }: StatementProps) {
  const { language, templateId, statement, replaced } = draft;
  const fitting = templates.filter(({ isActive, verdict }) => isActive && verdict === draft.verdict);
  const template = fitting.find(({ id }) => id === templateId);
  const standsIn = template && language !== 'english' && template[language].trim() === '';
  return (
    <Stack gap="sm">
      <Group grow gap="xs" align="flex-start" preventGrowOverflow={false}>
        <Select
          label="Language"
          data={languages}
          allowDeselect={false}
          value={language}
          onChange={(next) => next && onChange(withTemplate(draft, fitting, { language: next as StatementLanguage }))}
        />
        <Select
          label="Template"
          placeholder={fitting.length > 0 ? 'Choose' : 'None yet'}
          data={fitting.map(({ id, title }) => ({ value: id, label: title }))}
          value={template ? templateId : null}
          allowDeselect={false}
          onChange={(next) => next && onChange(withTemplate(draft, fitting, { templateId: next }))}
        />
      </Group>
      {standsIn && (
        <Text size="xs" c="dimmed">
          This template has no text in {statementLanguages[language]}, so the English one stands in.
        </Text>
      )}
      <Box>
        <Textarea
          ref={field}
          label="Statement"
          description="The person reads exactly this. {rule} and {until} are filled in."
          minRows={4}
          maxRows={12}
          dir="auto"
          value={statement}
          error={blankError ?? errors.statement}
          onChange={(event) => onChange({ ...draft, statement: event.currentTarget.value })}
        />
        <Counter count={[...statement].length} max={maxStatement} />
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

type AppealProps = Pick<FieldsProps, 'draft' | 'state' | 'statement' | 'onChange'>;

/** The fields of a decision about an appeal. */
export function AppealFields({ draft, state: { appealErrors }, statement, onChange }: AppealProps) {
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
            onChange={(outcome) => onChange({ ...draft, outcome })}
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
          ref={statement}
          label="Answer"
          description="The person reads exactly this."
          minRows={4}
          maxRows={12}
          required
          dir="auto"
          value={draft.answer}
          error={appealErrors.answer}
          onChange={(event) => onChange({ ...draft, answer: event.currentTarget.value })}
        />
        <Counter count={[...draft.answer].length} max={maxStatement} />
      </Box>
    </>
  );
}

/** The effects of the decision in one line, and the message exactly as the person reads it. */
export function PreviewLine({ preview }: Pick<DecisionState, 'preview'>) {
  const now = useNow(serverNow);
  if (!preview) return null;
  if (preview.error) return <InlineFailure failed={{ ...explain(preview.error), message: 'The preview failed' }} />;
  const { data } = preview;
  return (
    <div role="status" aria-label="Preview" aria-busy={preview.isFetching || undefined}>
      <Text size="xs" fw={500}>
        {data ? previewWords(data, now) : 'Looking up what this does'}
      </Text>
      {data && data.statement !== '' && (
        <Text size="xs" c="dimmed" mah="6rem" style={{ overflowY: 'auto', whiteSpace: 'pre-line' }} dir="auto">
          The person reads: {data.statement}
        </Text>
      )}
    </div>
  );
}
