import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import classes from '#web/ui/person.module.css';

type PersonProps = {
  id: string;
  /** Name or username; null shows `No name`. */
  name: string | null;
  email: string;
  /** The address of their picture; `''` when there is none. */
  image: string;
  /** A small mark after the name, on phones. */
  mark?: ReactNode;
  /** Renders the name as a link to the person, with this look. */
  link: (look: { className: string; title: string | undefined; children: string }) => ReactNode;
  /** A third line, on phones. */
  children?: ReactNode;
};

/** Avatar, name and email, as in the rows of a list. Long texts are cut, and a tooltip shows them in full. */
export function PersonLine({ id, name, email, image, mark, link, children }: PersonProps) {
  return (
    <Group flex={1} wrap="nowrap" gap="sm" miw={0}>
      <Avatar id={id} name={name} image={image} />
      <Box miw={0}>
        <Group wrap="nowrap" gap={6} miw={0}>
          {link({
            className: `${classes.name} ${name === null ? classes.missing : ''}`,
            title: name ?? undefined,
            children: name ?? 'No name',
          })}
          {mark}
        </Group>
        <Text size="xs" c="dimmed" truncate title={email}>
          {email}
        </Text>
        {children && (
          <Text size="xs" c="dimmed" truncate>
            {children}
          </Text>
        )}
      </Box>
    </Group>
  );
}
