import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCode, IconDeviceMobile } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ladyDueApi } from '#contract/lady-due.ts';
import { ladyDuePreviewApi } from '#contract/lady-due-preview.ts';
import { contentShownAt } from '#contract/lady-due-visibility.ts';
import { usePermission } from '#web/api/permissions.ts';
import { usePlaceholders } from '#web/api/placeholders.ts';
import { failureOf, query } from '#web/api/query.ts';
import { FrameSign, type Framed, ModeFace } from '#web/features/lady-due/mode-face.tsx';
import {
  newBy,
  newsOf,
  publishTimesAfter,
  shownIds,
  stopsAround,
  withDrafts,
} from '#web/features/lady-due/publish-times.ts';
import { TimeSlider } from '#web/features/lady-due/time-slider.tsx';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import { MomentField } from '#web/form/moment-field.tsx';
import { clockTime, dateTime, nearDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const views = [
  { value: 'phone', label: 'As the app shows it', icon: IconDeviceMobile },
  { value: 'raw', label: 'Raw data', icon: IconCode },
] as const;

const none: ReadonlySet<string> = new Set();

type Shown = { tree: Tree; at: string | undefined; isPast: boolean };

/**
 * The content that the app shows at another time, or now, the cards that are framed in it, and for a past time who
 * published each card.
 */
function useShownMode({ tree: { mode, tree, drafts }, at, isPast }: Shown) {
  const current = useQuery(query(ladyDueApi.ladyDue.preview, { trackingMode: mode }));
  const input = { trackingMode: mode, ...(at !== undefined && { at }) };
  const other = useQuery({ ...query(ladyDueApi.ladyDue.preview, input), enabled: at !== undefined });
  const authors = useQuery({ ...query(ladyDuePreviewApi.ladyDuePreview.publishedBy, input), enabled: isPast });
  const fill = usePlaceholders();
  const asked = at === undefined ? current : other;
  const later = at === undefined ? undefined : other.data;
  const published = asked.data;
  // With drafts the whole tree is processed, so this is not recalculated with every tick of the clock.
  const values = useMemo(() => {
    if (!drafts || isPast || !tree || !published) return undefined;
    const moment = at ?? serverNow().toISOString();
    const all = withDrafts(tree, moment);
    return { shown: contentShownAt(mode, all.tree, moment), drafts: all.drafts };
  }, [mode, tree, at, isPast, drafts, published]);
  const unfilled = values?.shown ?? published;
  const shown = useMemo(() => fill(unfilled), [fill, unfilled]);
  const framed = useMemo(
    (): Framed => ({
      draft: values?.drafts ?? none,
      new: later && current.data ? newBy(later, current.data) : none,
    }),
    [values, later, current.data],
  );
  const news = later && current.data && newsOf(later, current.data, isPast);
  const publishedBy = useMemo(
    () => new Map(isPast ? authors.data?.cards.map((one) => [one.id, one] as const) : []),
    [isPast, authors.data],
  );
  return { asked, authors, published, shown, framed, news, publishedBy };
}

/** A phone that shows the mode as the app does, now or at another time, with controls for the time and the drafts. */
export function ModePhone({ tree }: { tree: Tree }) {
  const { mode, preview, drafts, raw } = tree;
  const now = useNow(serverNow).toISOString();
  const at = preview === 'now' ? undefined : preview;
  const isPast = at !== undefined && at < now;
  const { asked, authors, published, shown, framed, news, publishedBy } = useShownMode({ tree, at, isPast });
  const stops = useMemo(() => stopsAround(tree.tree ?? [], now, at), [tree.tree, now, at]);
  const go = (moment: string | undefined) => tree.show({ preview: moment ?? (preview && 'now') }, true);
  const note = (
    <>
      {at === undefined && `${published && counted(shownIds(published).length, 'card')} in the app now`}
      {news}
      {at !== undefined && framed.new.size > 0 && (
        <FrameSign frame="new">{isPast ? 'Different now' : `New on ${nearDate(at, new Date(now))}`}</FrameSign>
      )}
      {drafts && !isPast && <FrameSign frame="draft">{counted(framed.draft.size, 'draft')}</FrameSign>}
    </>
  );
  return (
    <PhonePreview
      title={at === undefined ? 'In the app now' : `In the app on ${nearDate(at, new Date(now))}, ${clockTime(at)}`}
      clock={clockTime(at ?? now)}
      above={
        <TimeSlider
          stops={stops}
          value={stops.findIndex(({ kind, moment }) => (at === undefined ? kind === 'now' : moment === at))}
          now={now}
          onChange={({ kind, moment }) => go(kind === 'now' ? undefined : moment)}
        />
      }
      note={shown && asked.data && note}
      foot={<Controls tree={tree} at={at} now={now} isPast={isPast} onGo={go} />}
    >
      <FailedPanel {...failureOf(asked)} />
      {shown && isPast && <FailedPanel {...failureOf(authors)} />}
      {!shown && asked.isPending && (
        <Box pt="2rem">
          <SkeletonRows shape="text" rows={4} label="Loading the preview" />
        </Box>
      )}
      {shown && !raw && <ModeFace key={mode} shown={shown} framed={framed} publishedBy={publishedBy} />}
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

const PreviewLinkDialog = lazyComponent(
  async () => (await import('#web/features/lady-due/preview-link-dialog.tsx')).PreviewLinkDialog,
);

type ControlsProps = {
  tree: Tree;
  /** The chosen time; undefined for now. */
  at: string | undefined;
  now: string;
  isPast: boolean;
  onGo: (moment: string | undefined) => void;
};

/** The controls below the phone: the time, the view and the drafts. */
function Controls({ tree, at, now, isPast, onGo }: ControlsProps) {
  const { mode, drafts, raw, show } = tree;
  const may = usePermission();
  const [isSharing, setIsSharing] = useState(false);
  /** The time is only partly typed. */
  const [isPart, setIsPart] = useState(false);
  const [next] = publishTimesAfter(tree.tree ?? [], at ?? now);
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
            if (moment !== '') onGo(moment ?? undefined);
          }}
        />
        <Segmented
          label="Shown as"
          value={raw ? 'raw' : 'phone'}
          options={views}
          onChange={(view) => show({ raw: view === 'raw' ? true : undefined }, true)}
        />
      </Group>
      {!isPast && (
        <Group component="label" gap="xs" wrap="nowrap" mih="2.75rem" w="fit-content">
          <Checkbox
            label="With drafts"
            checked={drafts}
            onChange={(on) => show({ drafts: on ? true : undefined }, true)}
          />
          With drafts
        </Group>
      )}
      <Group gap="xs">
        {at !== undefined && (
          <Button size="xs" onClick={() => onGo(undefined)}>
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
            onClick={() => onGo(next)}
          >
            Next change: {dateTime(next)}
          </Button>
        )}
        {may(ladyDuePreviewApi.ladyDuePreview.createLink) && (
          <Button size="xs" aria-haspopup="dialog" onClick={() => setIsSharing(true)}>
            Open on a phone
          </Button>
        )}
      </Group>
      <PreviewLinkDialog
        opened={isSharing}
        input={{ trackingMode: mode, ...(at !== undefined && { at }), drafts: drafts && !isPast }}
        onClose={() => setIsSharing(false)}
      />
    </Stack>
  );
}
