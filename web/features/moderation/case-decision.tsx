import { Stack, Switch, Text, TextInput, Textarea } from '@mantine/core';
import type { RefObject } from 'react';
import { type Verdict, muteDays, sanctions, verdicts } from '#contract/case-states.ts';
import type { Case, Template } from '#contract/moderation.ts';
import { useRole } from '#web/api/permissions.ts';
import { type CaseDraft, mayErase, tellsPerson, withRule, withVerdict } from '#web/features/moderation/case-draft.ts';
import { Part } from '#web/features/moderation/case-part.tsx';
import { Statement } from '#web/features/moderation/case-statement.tsx';
import type { NumberedRule } from '#web/features/moderation/case-words.ts';
import { Tiles } from '#web/features/moderation/tiles.tsx';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { localMinute } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';

const verdictKeys = Object.keys(verdicts) as Verdict[];

type FieldsProps = {
  of: Case;
  draft: CaseDraft;
  rules: readonly NumberedRule[];
  templates: readonly Template[];
  state: DecisionState;
  statement: RefObject<HTMLTextAreaElement | null>;
  /** The verdicts are at the end of the window instead. */
  withoutVerdict: boolean;
  onChange: (draft: CaseDraft) => void;
};

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
              options={rules.map(({ id, title, number }) => ({
                value: id,
                label: title,
                number,
                ...(number <= 9 && { keys: String(number) }),
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
                  description="The person can use the app again from this day on."
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
