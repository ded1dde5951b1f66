import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LoggedKind } from '#contract/kinds.ts';
import { type Opened, liveRoutes, presenceSeconds } from '#contract/live.ts';
import { type Transport, address, exchange } from '#web/api/call.ts';
import { useIsLive } from '#web/api/live-connection.ts';
import { query } from '#web/api/query.ts';
import { sessionState, shownAdmin } from '#web/api/session.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';
import { Avatar } from '#web/ui/avatar.tsx';

const list = new Intl.ListFormat('en');

/** Milliseconds between two reports that this page has the record open. */
const sayEvery = (presenceSeconds * 1000) / 2.5;

/** The number of components on this page that show each record: a form replaces the panel that opened it. */
const shown = new Map<string, number>();

/** Milliseconds without a component that shows the record, after which the page has left it. */
const leftAfter = 500;

/** Tells the server that this page has left the record. After a failure the presence ends within `presenceSeconds`. */
function sayLeft(opened: Opened) {
  const { status } = sessionState();
  if (status !== 'in') return;
  const transport: Transport = (url, { method, headers }) => fetch(url, { method, headers, keepalive: true });
  const options = { adminId: shownAdmin(), signInAgain: false, transport };
  exchange(liveRoutes.presence, address(liveRoutes.presence, { ...opened, leaving: 'true' }), options).catch(
    () => undefined,
  );
}

/** Tells the server when the last component that shows the record is removed, and when the page closes. */
function useLeaving(kind: LoggedKind, id: string, on: boolean) {
  useEffect(() => {
    if (!on) return undefined;
    const name = `${kind} ${id}`;
    const add = (by: 1 | -1) => shown.set(name, (shown.get(name) ?? 0) + by);
    const leave = () => sayLeft({ kind, id });
    add(1);
    addEventListener('pagehide', leave);
    return () => {
      add(-1);
      removeEventListener('pagehide', leave);
      setTimeout(() => {
        if (shown.get(name) !== 0) return;
        shown.delete(name);
        leave();
      }, leftAfter);
    };
  }, [kind, id, on]);
}

/**
 * A quiet note that names the colleagues who have the record open too. Nothing is shown until the server reports any.
 */
export function OthersHere({ kind, id }: { kind: LoggedKind; id: string }) {
  const on = useIsLive();
  const { data, refetch } = useQuery({
    ...query(liveRoutes.presence, { kind, id }),
    enabled: on,
    staleTime: 0,
    gcTime: 0,
  });
  useWhileInUse(() => void refetch(), sayEvery, on);
  useLeaving(kind, id, on);
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
