import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconCode, IconDeviceMobile } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ladyDueApi as api, type ShownMode } from '#contract/lady-due.ts';
import { shownAt } from '#contract/lady-due-shown.ts';
import { failureOf, query } from '#web/api/query.ts';
import { ModeFace } from '#web/features/lady-due/mode-face.tsx';
import { addedBy, momentsAfter } from '#web/features/lady-due/moments.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import { MomentField } from '#web/form/moment-field.tsx';
import { dateTime, nearDate } from '#web/lib/dates.ts';
import { counted, formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const PreviewDrawer = lazyComponent(
  async () => (await import('#web/features/lady-due/preview-drawer.tsx')).PreviewDrawer,
);

/** From this width on there is room for the phone beside the tree. */
export const besideTree = '(min-width: 75em)';

/** What the app shows of the mode: beside the tree, or where that has no room, over it while the address says so. */
export function ModePreview({ tree }: { tree: Tree }) {
  const isBeside = useMediaQuery(besideTree, false, { getInitialValueInEffect: false });
  if (isBeside) return <Preview tree={tree} />;
  return (
    <PreviewDrawer opened={tree.preview !== undefined} onClose={() => tree.show({ preview: undefined })}>
      <Preview tree={tree} />
    </PreviewDrawer>
  );
}

const views = [
  { value: 'phone', label: 'As the app shows it', icon: IconDeviceMobile },
  { value: 'raw', label: 'Raw data', icon: IconCode },
] as const;

/** The most cards that are named. */
const maxNamed = 3;

/** `“Tea”, “Warmth” and 3 more`: the titles of cards of a mode. */
function titlesIn(shown: ShownMode | undefined, ids: ReadonlySet<string>) {
  const cards = (shown?.categories ?? []).flatMap(({ sections }) => sections.flatMap((section) => section.cards));
  const titles = cards.filter(({ id }) => ids.has(id)).map(({ title }) => `“${title}”`);
  const more = titles.length - maxNamed;
  return `${titles.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${formatInteger(more)} more` : ''}`;
}

function Preview({ tree: { mode, tree, preview, show } }: { tree: Tree }) {
  const now = useNow(serverNow).toISOString();
  const [view, setView] = useState<'phone' | 'raw'>('phone');
  /** A time of which only a part is typed. */
  const [isPart, setIsPart] = useState(false);
  // The address may say anything.
  const at = preview && Date.parse(preview) > Date.parse(now) ? preview : undefined;
  const current = useQuery(query(api.ladyDue.preview, { trackingMode: mode }));
  const shown = useMemo(
    () => (at !== undefined && tree ? shownAt(mode, tree, at) : current.data),
    [mode, tree, at, current.data],
  );
  const added = useMemo(
    () => (shown && current.data ? addedBy(shown, current.data) : new Set<string>()),
    [shown, current.data],
  );
  const [next] = momentsAfter(tree ?? [], at ?? now);
  const go = (moment: string | undefined) => show({ preview: moment ?? (preview && 'now') }, true);
  const holding = shown?.categories.length ?? 0;
  const note =
    at === undefined
      ? `${holding} of ${counted(tree?.length ?? 0, 'category', 'categories')} ${holding === 1 || tree?.length === 1 ? 'has' : 'have'} something to show`
      : added.size === 0
        ? 'Nothing will have changed by then'
        : `New on ${nearDate(at, new Date(now))}: ${titlesIn(shown, added)}`;
  return (
    <PhonePreview
      title={at === undefined ? 'In the app now' : `In the app on ${dateTime(at)}`}
      note={shown && current.data && note}
      foot={
        <Stack gap="xs" mt="sm">
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <MomentField
              label="See the app on"
              offers={false}
              flex={1}
              miw={0}
              value={isPart ? '' : (at ?? null)}
              onChange={(moment) => {
                setIsPart(moment === '');
                if (moment !== '') go(moment ?? undefined);
              }}
            />
            <Segmented label="Shown as" value={view} options={views} onChange={setView} />
          </Group>
          <Group gap="xs">
            {at !== undefined && (
              <Button size="xs" onClick={() => go(undefined)}>
                Now
              </Button>
            )}
            {next !== undefined && (
              <Button
                size="xs"
                h="auto"
                mih="var(--awa-control-small)"
                styles={{ label: { whiteSpace: 'normal' } }}
                onClick={() => go(next)}
              >
                Next change: {dateTime(next)}
              </Button>
            )}
            {next === undefined && (
              <Text size="xs" c="dimmed">
                Nothing is scheduled {at === undefined ? 'here' : 'after that'}
              </Text>
            )}
          </Group>
        </Stack>
      }
    >
      <FailedPanel {...failureOf(current)} />
      {!shown && current.isPending && (
        <Box pt="2rem">
          <SkeletonRows shape="text" rows={4} label="Loading the preview" />
        </Box>
      )}
      {shown && view === 'phone' && <ModeFace key={mode} shown={shown} />}
      {shown && view === 'raw' && (
        <pre
          // It scrolls, so keys must reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="Raw data"
          style={{ height: '100%', margin: 0, padding: '3rem 1rem 2rem', overflow: 'auto', fontSize: '0.75rem' }}
        >
          {JSON.stringify(shown, null, 2)}
        </pre>
      )}
    </PhonePreview>
  );
}
