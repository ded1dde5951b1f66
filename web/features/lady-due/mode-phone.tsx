import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCode, IconDeviceMobile } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ladyDueApi } from '#contract/lady-due.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { usePlaceholders } from '#web/api/placeholders.ts';
import { failureOf, query } from '#web/api/query.ts';
import { FrameSign, type Framed, ModeFace } from '#web/features/lady-due/mode-face.tsx';
import { addedBy, publishTimesAfter, shownIds, withDrafts } from '#web/features/lady-due/publish-times.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import { MomentField } from '#web/form/moment-field.tsx';
import { dateTime, nearDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const views = [
  { value: 'phone', label: 'As the app shows it', icon: IconDeviceMobile },
  { value: 'raw', label: 'Raw data', icon: IconCode },
] as const;

const none: ReadonlySet<string> = new Set();

/** The content that the app shows at a time, or now, and the cards that are framed in it. */
function useShownMode({ mode, tree, drafts }: Tree, at: string | undefined) {
  const current = useQuery(query(ladyDueApi.ladyDue.preview, { trackingMode: mode }));
  const fill = usePlaceholders();
  const later = useMemo(
    () => (at !== undefined && tree ? contentShownAt(mode, tree, at) : undefined),
    [mode, tree, at],
  );
  const published = later ?? current.data;
  // With drafts the whole tree is processed, so this is not recalculated with every tick of the clock.
  const values = useMemo(() => {
    if (!drafts || !tree || !published) return undefined;
    const moment = at ?? serverNow().toISOString();
    const all = withDrafts(tree, moment);
    return { shown: contentShownAt(mode, all.tree, moment), drafts: all.drafts };
  }, [mode, tree, at, drafts, published]);
  const unfilled = values?.shown ?? published;
  const shown = useMemo(() => fill(unfilled), [fill, unfilled]);
  const framed = useMemo(
    (): Framed => ({
      draft: values?.drafts ?? none,
      new: later && current.data ? addedBy(later, current.data) : none,
    }),
    [values, later, current.data],
  );
  return { current, published, shown, framed };
}

/** A phone that shows the mode as the app does, now or at a later time, with controls for the time and the drafts. */
export function ModePhone({ tree }: { tree: Tree }) {
  const { mode, preview, drafts, raw } = tree;
  const now = useNow(serverNow).toISOString();
  // The address may contain any time, even a past one.
  const at = preview && Date.parse(preview) > Date.parse(now) ? preview : undefined;
  const { current, published, shown, framed } = useShownMode(tree, at);
  const added = framed.new.size;
  const note = (
    <>
      {at === undefined && `${published && counted(shownIds(published).length, 'card')} in the app now`}
      {at !== undefined &&
        (added === 0 ? 'Nothing will have changed by then' : `${counted(added, 'card')} more than now`)}
      {at !== undefined && added > 0 && <FrameSign frame="new">New on {nearDate(at, new Date(now))}</FrameSign>}
      {drafts && <FrameSign frame="draft">{counted(framed.draft.size, 'draft')}</FrameSign>}
    </>
  );
  return (
    <PhonePreview
      title={at === undefined ? 'In the app now' : `In the app on ${dateTime(at)}`}
      note={shown && current.data && note}
      foot={<Controls tree={tree} at={at} now={now} />}
    >
      <FailedPanel {...failureOf(current)} />
      {!shown && current.isPending && (
        <Box pt="2rem">
          <SkeletonRows shape="text" rows={4} label="Loading the preview" />
        </Box>
      )}
      {shown && !raw && <ModeFace key={mode} shown={shown} framed={framed} />}
      {shown && raw && (
        <pre
          // The text scrolls, so it must be reachable by keyboard.
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

/** The controls below the phone: the time, the view and the drafts. `at` is a later time. */
function Controls({ tree, at, now }: { tree: Tree; at: string | undefined; now: string }) {
  const { preview, drafts, raw, show } = tree;
  /** The time is only partly typed. */
  const [isPart, setIsPart] = useState(false);
  const [next] = publishTimesAfter(tree.tree ?? [], at ?? now);
  const go = (moment: string | undefined) => show({ preview: moment ?? (preview && 'now') }, true);
  return (
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
        <Segmented
          label="Shown as"
          value={raw ? 'raw' : 'phone'}
          options={views}
          onChange={(view) => show({ raw: view === 'raw' ? true : undefined }, true)}
        />
      </Group>
      <Group component="label" gap="xs" wrap="nowrap" mih="2.75rem" w="fit-content">
        <Checkbox
          label="With drafts"
          checked={drafts}
          onChange={(on) => show({ drafts: on ? true : undefined }, true)}
        />
        With drafts
      </Group>
      <Group gap="xs">
        {at !== undefined && (
          <Button size="xs" onClick={() => go(undefined)}>
            Now
          </Button>
        )}
        {next === undefined ? (
          <Text size="xs" c="dimmed">
            Nothing is scheduled {at === undefined ? 'here' : 'after that'}
          </Text>
        ) : (
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
      </Group>
    </Stack>
  );
}
