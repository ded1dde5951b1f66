import { Stack, Text } from '@mantine/core';
import { same } from '#web/lib/field-diff.ts';
import { fieldText, type FieldLabel, type FieldLabels } from '#web/lib/field-labels.ts';
import { WordDiff } from '#web/ui/word-diff.tsx';

type Values = Record<string, unknown>;

/** What a version is compared with. */
export type Against = 'now' | 'before';

type ComparisonProps = {
  fields: FieldLabels;
  data: Values;
  other: { value: Against; data: Values } | undefined;
};

/**
 * The fields of a version. Those that differ come first, with both texts, the older one above, and their differing words
 * marked.
 */
export function Comparison({ fields, data, other }: ComparisonProps) {
  const differs = (name: string) => other !== undefined && !same(data[name], other.data[name]);
  const all = Object.entries(fields);
  return (
    <Stack component="dl" gap="lg" w="100%">
      {[...all.filter(([name]) => differs(name)), ...all.filter(([name]) => !differs(name))].map(([name, field]) => {
        const own = { called: 'This version', value: data[name], compared: other?.data[name] };
        const theirs = { value: other?.data[name], compared: data[name] };
        const sides =
          other?.value === 'now'
            ? [own, { called: 'Now', ...theirs }]
            : [{ called: 'Previous version', ...theirs }, own];
        return (
          <div key={name}>
            <Text component="dt" fw={600} mb={4}>
              {field.label}
            </Text>
            {differs(name) ? (
              sides.map(({ called, ...side }, at) => (
                <Stack component="dd" key={called} gap={2} mt={at === 0 ? 0 : 'sm'}>
                  <Text span size="xs" c="dimmed">
                    {called}
                  </Text>
                  <Value field={field} {...side} />
                </Stack>
              ))
            ) : (
              <dd>
                <Value field={field} value={data[name]} />
              </dd>
            )}
          </div>
        );
      })}
    </Stack>
  );
}

type ValueProps = {
  field: FieldLabel;
  value: unknown;
  /** The words that differ from this value are marked. */
  compared?: unknown;
};

const isEmpty = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0);

function Value({ field, value, compared = value }: ValueProps) {
  return (
    <Text span display="block" maw="40rem" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {isEmpty(value) ? (
        <Text span size="xs" c="dimmed">
          Empty
        </Text>
      ) : (
        (field.render?.(value) ?? <WordDiff text={fieldText(field, value)} other={fieldText(field, compared)} />)
      )}
    </Text>
  );
}
