import { Group, Text } from '@mantine/core';
import classes from '#web/rich-text/rich-text-field.module.css';
import { wordsOf } from '#web/rich-text/words.ts';
import { counted } from '#web/lib/numbers.ts';
import { Counter } from '#web/ui/counter.tsx';

/** Below a rich text: how many words it has, and how much of its limit is used. */
export const RichTextFoot = ({ value, max }: { value: string; max: number }) => (
  <Group justify="space-between" px="md" py="xs" className={classes.foot}>
    <Text span size="xs" c="dimmed">
      {counted(value === '' ? 0 : wordsOf(value).split(' ').length, 'word')}
    </Text>
    <Counter count={value.length} max={max} />
  </Group>
);
