import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { failureOf, query } from '#web/api/query.ts';
import { closed } from '#web/features/lady-due/editor-address.ts';
import { type Tree, firstMode } from '#web/features/lady-due/use-tree.ts';
import { linkHere } from '#web/lib/search-here.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** The maximum length of the search text, in characters. */
const longest = 200;

/** Below the matches in a mode: the number of matching cards in each other mode, with a link. */
export function FoundElsewhere({ tree: { mode, search, status, publish } }: { tree: Tree }) {
  const found = useQuery({
    ...query(ladyDueApi.ladyDue.search, { search: search.slice(0, longest), status, publish }),
    enabled: search !== '',
  });
  const others = Object.entries(found.data?.modes ?? {}).filter(([one, count]) => one !== mode && count > 0);
  if (search === '') return null;
  return (
    <>
      <Box px="md" role="status">
        {others.length > 0 && (
          <Group component="p" gap="0.25rem 1rem" py="sm">
            <Text span c="dimmed">
              Also found:
            </Text>
            {(others as [TrackingMode, number][]).map(([one, count]) => (
              <Link
                key={one}
                {...linkHere({ ...closed, mode: one === firstMode ? undefined : one, open: undefined })}
                data-finger
              >
                {formatInteger(count)} in {trackingModes[one]}
              </Link>
            ))}
          </Group>
        )}
      </Box>
      <FailedPanel {...failureOf(found)} />
    </>
  );
}
