import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { same } from '#web/lib/field-diff.ts';
import { fieldText, type FieldLabel, type FieldLabels } from '#web/lib/field-labels.ts';
import { DiffLegend, TextDiff } from '#web/ui/text-diff.tsx';

type Values = Record<string, unknown>;

/** The version to compare with. */
export type Against = 'now' | 'before';

type Side = { called: string; data: Values };

type ComparisonProps = {
  fields: FieldLabels;
  data: Values;
  other?: { value: Against; data: Values } | undefined;
  /** The names of the older and the newer text, where neither is a version. */
  called?: readonly [older: string, newer: string];
};

/**
 * The fields of a version. Fields that differ from the other version come first, each as one text with the removed and
 * added parts since the older one. If nothing differs, all fields are shown as they are.
 */
export function Comparison({ fields, data, other, called }: ComparisonProps) {
  const all = Object.entries(fields);
  const differing = all.filter(([name]) => other && !same(data[name], other.data[name]));
  if (!other || differing.length === 0) {
    return (
      <Fields>
        {all.map(([name, field]) => (
          <Named key={name} label={field.label}>
            <Value field={field} value={data[name]} />
          </Named>
        ))}
      </Fields>
    );
  }
  const own: Side = { called: called?.[1] ?? 'this version', data };
  const [older, newer]: [Side, Side] =
    other.value === 'now'
      ? [own, { called: 'the current version', data: other.data }]
      : [{ called: called?.[0] ?? 'the version before', data: other.data }, own];
  const unchanged = all.filter((entry) => !differing.includes(entry));
  return (
    <>
      <DiffLegend older={older.called} newer={newer.called} />
      <Fields>
        {[...differing, ...unchanged].map(([name, field]) => (
          <Named key={name} label={field.label}>
            <Difference field={field} name={name} older={older} newer={newer} />
          </Named>
        ))}
      </Fields>
    </>
  );
}

const Fields = ({ children }: { children: ReactNode }) => (
  <Stack component="dl" gap="lg" w="100%">
    {children}
  </Stack>
);

const Named = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text component="dt" fw={600} mb={4}>
      {label}
    </Text>
    <dd>{children}</dd>
  </div>
);

type DifferenceProps = { field: FieldLabel; name: string; older: Side; newer: Side };

/** One field of two versions: texts and lists as one text, other values, such as pictures, one below the other. */
function Difference({ field, name, older, newer }: DifferenceProps) {
  const [before, after] = [older.data[name], newer.data[name]];
  const isList = Array.isArray(before) && Array.isArray(after);
  if (field.render && !isList) {
    if (same(before, after)) return <Value field={field} value={after} />;
    return [older, newer].map(({ called, data }, at) => (
      <Stack key={called} gap={2} mt={at === 0 ? 0 : 'sm'}>
        <Text span size="xs" c="dimmed">
          Only in {called}
        </Text>
        <Value field={field} value={data[name]} />
      </Stack>
    ));
  }
  const textOf = (value: unknown) =>
    isEmpty(value) ? '' : isList ? (value as string[]).join('\n') : fieldText(field, value);
  const [then, now] = [textOf(before), textOf(after)];
  if (same(before, after) && now === '') return <Empty />;
  return (
    <TextDiff
      older={then}
      newer={now}
      whole={typeof before !== 'string' && !isList}
      line={isList ? 'item' : 'paragraph'}
      alike={same(before, after) ? undefined : 'The words are the same. Only the formatting differs.'}
    />
  );
}

const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const Empty = () => (
  <Text span size="xs" c="dimmed">
    Empty
  </Text>
);

const Value = ({ field, value }: { field: FieldLabel; value: unknown }) => (
  <Text span display="block" maw="40rem" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    {isEmpty(value) ? <Empty /> : (field.render?.(value) ?? fieldText(field, value))}
  </Text>
);
