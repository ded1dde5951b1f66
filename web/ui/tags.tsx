import { Group, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkedText } from '#web/ui/linked-text.tsx';

/** Short texts side by side, or a word if there are none. */
export const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length === 0 ? (
    'None'
  ) : (
    <Group component="ul" gap="0.25rem 0.375rem">
      {tags.map((tag) => (
        <Text
          component="li"
          key={tag}
          maw="100%"
          px="xs"
          py="0.125rem"
          bdrs="sm"
          bg="var(--awa-sunken)"
          fz="xs"
          lh="xs"
        >
          {tag}
        </Text>
      ))}
    </Group>
  );

type BulletListProps = {
  lines: readonly string[];
  /** Renders a sentence. Left out: with its web addresses as links. */
  children?: (line: string, index: number) => ReactNode;
};

const linked = (line: string) => <LinkedText text={line} />;

/** Sentences in a bulleted list, or a word if there are none. */
export const BulletList = ({ lines, children = linked }: BulletListProps) =>
  lines.length === 0 ? (
    'None'
  ) : (
    <List size="sm" spacing={4} listStyleType="disc" style={{ paddingInlineStart: '1.125rem' }}>
      {lines.map((line, index) => (
        <List.Item key={line}>{children(line, index)}</List.Item>
      ))}
    </List>
  );
