import { Group, Text } from '@mantine/core';
import classes from '#web/rich-text/rich-text-field.module.css';
import { wordsOf } from '#contract/rich-text-words.ts';
import { textLength } from '#contract/common.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';

/**
 * The word and character counts below a rich text. The limit includes the formatting; it is shown only when it is near.
 */
export function RichTextFoot({ value, max }: { value: string; max: number }) {
  const text = wordsOf(value);
  return (
    <Group justify="space-between" gap="0.25rem 1rem" px="md" py="xs" className={classes.foot}>
      <Text span size="xs" c="dimmed" data-tabular>
        {counted(text === '' ? 0 : text.split(' ').length, 'word')}, {counted(textLength(text), 'character')}
      </Text>
      {value.length >= 0.8 * max && (
        <Text span size="xs" c={value.length > max ? 'var(--awa-danger)' : 'dimmed'} data-tabular>
          With its formatting {formatInteger(value.length)} of {formatInteger(max)}
          {value.length > max && `, ${formatInteger(value.length - max)} too many`}
        </Text>
      )}
    </Group>
  );
}
