import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LoggedKind } from '#contract/kinds.ts';
import { live, presenceSeconds } from '#contract/live.ts';
import { useFollowing } from '#web/api/following.ts';
import { query } from '#web/api/query.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';
import { Avatar } from '#web/ui/avatar.tsx';

const list = new Intl.ListFormat('en');

/** Milliseconds between two times that this page says that it has the thing open. */
const sayEvery = (presenceSeconds * 1000) / 2.5;

/** Says quietly which colleagues have a thing open too. While nothing is heard of others, nothing is said. */
export function OthersHere({ kind, id }: { kind: LoggedKind; id: string }) {
  const on = useFollowing();
  const { data, refetch } = useQuery({ ...query(live.presence, { kind, id }), enabled: on, staleTime: 0, gcTime: 0 });
  useWhileInUse(() => void refetch(), sayEvery, on);
  const others = (on && data?.others) || [];
  return (
    <Group
      role="status"
      gap={6}
      fz="xs"
      lh="xs"
      c="dimmed"
      wrap="nowrap"
      display={others.length > 0 ? undefined : 'none'}
    >
      {others.map((other) => (
        <Avatar key={other.id} id={other.id} name={other.name} size={20} />
      ))}
      <Text span inherit>
        {list.format(others.map(({ name }) => name))} {others.length === 1 ? 'has' : 'have'} this open
      </Text>
    </Group>
  );
}
