import { Group, Stack, Switch, Text, TextInput, Textarea } from '@mantine/core';
import { type Verdict, muteDays, sanctions, verdicts } from '#contract/verdicts.ts';
import { verdictsFor } from '#contract/case-subjects.ts';
import { isContent } from '#contract/kinds.ts';
import type { Case, Template } from '#contract/moderation.ts';
import { useRole } from '#web/api/permissions.ts';
import { type CaseDraft, mayErase, tellsPerson, withRule, withVerdict } from '#web/features/moderation/case-draft.ts';
import { Part } from '#web/features/moderation/case-part.tsx';
import type { NumberedRule } from '#web/features/moderation/case-words.ts';
import classes from '#web/features/moderation/case.module.css';
import { Tiles } from '#web/ui/tiles.tsx';
import type { DecisionState } from '#web/features/moderation/use-decision.ts';
import { verdictKeys } from '#web/features/moderation/use-verdict-keys.ts';
import { localMinute } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useShortcutsOn } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { KeyboardKey } from '#web/ui/key.tsx';

type FieldsProps = {
  of: Case;
  draft: CaseDraft;
  rules: readonly NumberedRule[];
  templates: readonly Template[];
  state: DecisionState;
  /** The verdicts are at the end of the window instead. */
  withoutVerdict: boolean;
  onChange: (draft: CaseDraft) => void;
};

type VerdictsProps = Pick<FieldsProps, 'of' | 'draft' | 'templates' | 'onChange'> & {
  wrong: string | undefined;
  /** One line of short labels. */
  short?: boolean;
};

const shortVerdicts: Record<Verdict, string> = {
  breaks_rules: 'Breaks',
  within_rules: 'Within',
  needs_help: 'Help',
  corrected: 'Corrected',
  not_wrong: 'Not wrong',
  cannot_tell: 'Cannot tell',
};

/** The key that chooses a verdict. The digits choose a rule where the rules are about the subject. */
const keyOf = ({ subject }: Pick<Case, 'subject'>, verdict: Verdict, at: number) =>
  isContent(subject.kind) ? String(at + 1) : verdictKeys[verdict];

/** The verdict of a decision. */
export const Verdicts = ({ of, draft, templates, wrong, short = false, onChange }: VerdictsProps) => (
  <Tiles
    label="Verdict"
    value={draft.verdict}
    even={short}
    wrong={wrong}
    options={verdictsFor(of.subject.kind).map((value, at) => ({
      value,
      name: verdicts[value],
      label: short ? shortVerdicts[value] : verdicts[value],
      hint: short ? undefined : keyOf(of, value, at),
    }))}
    onChange={(verdict) => onChange(withVerdict(draft, verdict, templates))}
  />
);

/** The fields of a decision but for its texts: the rule, the verdict and the actions; for content only the verdict. */
export function DecisionFields({ of, draft, rules, templates, state, withoutVerdict, onChange }: FieldsProps) {
  const { errors } = state;
  const set = (next: Partial<CaseDraft>) => onChange({ ...draft, ...next });
  const ofContent = isContent(of.subject.kind);
  return (
    <>
      {!ofContent && rules.length > 0 && (
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
      {!ofContent && rules.length === 0 && <Text c="dimmed">There is no rule in force. Add one on the tab Rules.</Text>}
      {!withoutVerdict && (
        <Part legend="Verdict" wrong={errors.verdict}>
          {(wrong) => <Verdicts of={of} draft={draft} templates={templates} wrong={wrong} onChange={onChange} />}
        </Part>
      )}
      {tellsPerson(draft.verdict) && <Actions of={of} draft={draft} state={state} onSet={set} />}
    </>
  );
}

/** The note of a decision. */
export const NoteField = ({ of, draft, state, onChange }: Pick<FieldsProps, 'of' | 'draft' | 'state' | 'onChange'>) => (
  <Textarea
    label="Note for colleagues"
    description={`Colleagues read it in the list of decisions. ${isContent(of.subject.kind) ? 'Readers of the app do not.' : 'The person does not.'}`}
    minRows={1}
    maxLength={1000}
    value={draft.reason}
    error={state.errors.reason}
    onChange={(event) => onChange({ ...draft, reason: event.currentTarget.value })}
  />
);

type ActionsProps = Pick<FieldsProps, 'of' | 'draft' | 'state'> & { onSet: (next: Partial<CaseDraft>) => void };

function Actions({ of, draft, state: { errors }, onSet }: ActionsProps) {
  const breaks = draft.verdict === 'breaks_rules';
  const { text, subject, otherTexts, person } = of;
  const keysOn = useShortcutsOn();
  const phone = usePhone();
  // In the case of a person who may be in danger, the keys are those of the outcome.
  const hasKey = keysOn && !phone && of.lane !== 'crisis';
  return (
    <>
      {text !== null && (
        <Group gap="0.5rem 1.25rem" role="group" aria-label="Actions">
          <Switch
            label={<KeyedLabel words={`Hide the ${subject.kind}`} keyName={hasKey ? 'h' : undefined} />}
            aria-keyshortcuts={hasKey ? 'h' : undefined}
            checked={draft.hide}
            error={errors.hide}
            onChange={(event) => onSet({ hide: event.currentTarget.checked })}
          />
          {breaks && mayErase(of) && (
            <Switch
              label="Erase now"
              description="For good, with its pictures. It cannot be taken back."
              checked={draft.erase}
              error={errors.erase}
              onChange={(event) => onSet({ erase: event.currentTarget.checked })}
            />
          )}
        </Group>
      )}
      {breaks && <Sanctions draft={draft} errors={errors} onSet={onSet} />}
      {breaks && otherTexts > 0 && (
        <div className={classes.apart}>
          <Switch
            size="xs"
            label={`Also hide ${counted(otherTexts, 'other text')}`}
            description={`All other posts and comments by ${person} that the app shows, even without a report.`}
            checked={draft.hideOthers}
            error={errors.hideOthers}
            onChange={(event) => onSet({ hideOthers: event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  );
}

/** The words of a control, with the key that presses it. */
const KeyedLabel = ({ words, keyName }: { words: string; keyName: string | undefined }) => (
  <>
    {words} {keyName && <KeyboardKey label={keyName} />}
  </>
);

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
