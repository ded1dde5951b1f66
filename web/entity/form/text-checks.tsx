import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo } from 'react';
import { type Finding, checkText } from '#contract/checks.ts';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { reviewedFields } from '#contract/approvals.ts';
import { sourcesApi } from '#contract/sources.ts';
import { failureOf, query } from '#web/api/query.ts';
import type { Entity, Values } from '#web/entity/define/entity.ts';
import classes from '#web/entity/form/text-checks.module.css';
import { counted } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

type TextChecksProps = {
  entity: Pick<Entity, 'contract' | 'kind'>;
  /** The typed values. */
  values: Values;
};

/** Milliseconds without a key after which the text is checked again. */
const pause = 300;

/** The maximum number of findings that are shown, the gravest first. */
const maxShown = 30;
/** The maximum length of a quote, in characters. */
const maxQuote = 60;

const looks = {
  stop: { FindingIcon: IconAlertCircle, color: 'var(--awa-danger)', title: 'To correct' },
  warning: { FindingIcon: IconInfoCircle, color: 'var(--awa-warning)', title: 'To consider' },
} as const;

/** The input of a field, or the first one in it. A rich text has no path of its own, and is the only one of its form. */
function inputOf(form: HTMLElement, field: string) {
  const own = form.querySelector<HTMLElement>(`[data-path="${field}"]`);
  const input = own?.matches('input, textarea') ? own : own?.querySelector<HTMLElement>('input, textarea');
  return input ?? form.querySelector<HTMLElement>('[contenteditable="true"]');
}

const shortened = (quote: string) => (quote.length > maxQuote ? `${quote.slice(0, maxQuote).trimEnd()}…` : quote);

/** The findings of the checks in the typed words of a medical text. It follows once the typing pauses. */
export function TextChecks({ entity: { contract, kind }, values }: TextChecksProps) {
  const id = useId();
  const [typed] = useDebouncedValue(values, pause);
  const checked = useDeferredValue(typed);
  const marked = useQuery(query(sourcesApi.sources.list, { marked: 'true' }));
  const { failed, ...retry } = failureOf(marked);
  const found = useMemo(() => {
    const marks = new Map(marked.data?.sources.flatMap(({ key, mark }) => (mark ? [[key, mark] as const] : [])));
    return checkText({ fields: contract, reviewed: reviewedFields[kind as ReviewedKind], values: checked, marks });
  }, [contract, kind, checked, marked.data]);
  const shown = [...found].sort((one, other) => one.level.localeCompare(other.level)).slice(0, maxShown);
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Text component="h3" id={id} fz="sm" fw={500} lh="sm">
        Checks
      </Text>
      {failed && <FailedPanel failed={failed} {...retry} />}
      {found.length === 0 && !failed && (
        <Group gap="xs" wrap="nowrap" fz="sm" c="dimmed">
          <IconCircleCheck size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
          The checks find nothing in these words. They do not replace a clinician.
        </Group>
      )}
      {(['stop', 'warning'] as const).map((level) => (
        <Findings
          key={level}
          level={level}
          findings={shown.filter((one) => one.level === level)}
          labelOf={(field) => contract[field]?.label ?? field}
        />
      ))}
      {found.length > maxShown && (
        <Text fz="sm" c="dimmed">{`and ${counted(found.length - maxShown, 'more finding')}`}</Text>
      )}
    </Stack>
  );
}

type FindingsProps = {
  level: Finding['level'];
  findings: readonly Finding[];
  labelOf: (field: string) => string;
};

function Findings({ level, findings, labelOf }: FindingsProps) {
  const { FindingIcon, color, title } = looks[level];
  if (findings.length === 0) return null;
  return (
    <div>
      <Text fz="xs" lh="xs" c="dimmed" mb={4}>
        {title}
      </Text>
      <Stack component="ul" gap={2} aria-label={title}>
        {findings.map(({ check, field, quote, at, message }, index) => (
          // Two pictures without alt text have the same place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${check} ${field} ${at} ${index}`}>
            <UnstyledButton
              className={classes.finding}
              onClick={({ currentTarget }) => {
                const form = currentTarget.closest('form');
                if (form) inputOf(form, field)?.focus();
              }}
            >
              <FindingIcon size={18} stroke={1.6} color={color} style={{ flex: 'none' }} aria-hidden="true" />
              <Text span inherit miw={0} style={{ overflowWrap: 'anywhere' }}>
                {`${labelOf(field)}: ${message}`}
                {quote && <Text span inherit c="dimmed">{` “${shortened(quote)}”`}</Text>}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </div>
  );
}
