import { Group, List, Text } from '@mantine/core';
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

/** Sentences in a bulleted list, or a word if there are none. */
export const BulletList = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    'None'
  ) : (
    <List size="sm" spacing={4} listStyleType="disc" style={{ paddingInlineStart: '1.125rem' }}>
      {lines.map((line) => (
        <List.Item key={line}>
          <LinkedText text={line} />
        </List.Item>
      ))}
    </List>
  );
