import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { same } from '#web/lib/field-diff.ts';
import { fieldText, type FieldLabel, type FieldLabels } from '#web/lib/field-labels.ts';
import type { WordsMark } from '#web/lib/marked-words.ts';
import { MarkedWords } from '#web/ui/marked-words.tsx';
import { BulletList } from '#web/ui/tags.tsx';
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
  /** The words with a remark, by field. Left out: they cannot have any. */
  marksOf?: (name: string) => readonly WordsMark[];
  /** The note below a line of a list, by field. */
  noteOf?: (name: string, line: string) => ReactNode;
};

/**
 * The fields of a version. Fields that differ from the other version come first, each as one text with the removed and
 * added parts since the older one. If nothing differs, all fields are shown as they are.
 */
export function Comparison({ fields, data, other, called, marksOf, noteOf }: ComparisonProps) {
  const noted = (name: string) => noteOf && ((line: string) => noteOf(name, line));
  const all = Object.entries(fields);
  const differing = all.filter(([name]) => other && !same(data[name], other.data[name]));
  if (!other || differing.length === 0) {
    return (
      <Fields>
        {all.map(([name, field]) => (
          <Named key={name} name={name} label={field.label}>
            <Value field={field} value={data[name]} marks={marksOf?.(name)} noteOf={noted(name)} />
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
          <Named key={name} name={name} label={field.label}>
            <Difference
              field={field}
              name={name}
              older={older}
              newer={newer}
              marks={marksOf?.(name)}
              noteOf={noted(name)}
            />
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

const Named = ({ name, label, children }: { name: string; label: string; children: ReactNode }) => (
  <div>
    <Text component="dt" fw={600} mb={4}>
      {label}
    </Text>
    <dd data-field={name}>{children}</dd>
  </div>
);

type Marks = { marks: readonly WordsMark[] | undefined; noteOf: ((line: string) => ReactNode) | undefined };
type DifferenceProps = { field: FieldLabel; name: string; older: Side; newer: Side } & Marks;

/** One field of two versions: texts and lists as one text, other values, such as pictures, one below the other. */
function Difference({ field, name, older, newer, marks, noteOf }: DifferenceProps) {
  const [before, after] = [older.data[name], newer.data[name]];
  const isList = Array.isArray(before) && Array.isArray(after);
  if (field.render && !isList) {
    if (same(before, after)) return <Value field={field} value={after} marks={marks} noteOf={noteOf} />;
    return [older, newer].map(({ called, data }, at) => (
      <Stack key={called} gap={2} mt={at === 0 ? 0 : 'sm'}>
        <Text span size="xs" c="dimmed">
          Only in {called}
        </Text>
        <Value field={field} value={data[name]} marks={undefined} noteOf={undefined} />
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
      marks={marks}
      noteOf={isList ? noteOf : undefined}
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

const Value = ({ field, value, marks, noteOf }: { field: FieldLabel; value: unknown } & Marks) => (
  <Text span display="block" maw="40rem" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    {isEmpty(value) ? (
      <Empty />
    ) : marks ? (
      <MarkedValue field={field} value={value} marks={marks} noteOf={noteOf} />
    ) : (
      (field.render?.(value) ?? fieldText(field, value))
    )}
  </Text>
);

type MarkedValueProps = { field: FieldLabel; value: unknown; marks: readonly WordsMark[] } & Pick<Marks, 'noteOf'>;

/** A text or a list with its marks; other values have none. */
function MarkedValue({ field, value, marks, noteOf }: MarkedValueProps) {
  if (!Array.isArray(value))
    return field.render?.(value) ?? <MarkedWords text={fieldText(field, value)} at={0} marks={marks} />;
  const lines = value as string[];
  const placeOf = (index: number) => lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  return (
    <BulletList lines={lines}>
      {(line, index) => (
        <>
          <MarkedWords text={line} at={placeOf(index)} marks={marks} />
          {noteOf?.(line)}
        </>
      )}
    </BulletList>
  );
}
