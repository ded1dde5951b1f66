import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { markedSourceWords, sourceKey } from '#contract/source-key.ts';
import { type SourceMark, sourcesApi } from '#contract/sources.ts';
import { failureOf, query } from '#web/api/query.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

/** The mark of a citation's source; undefined for one that is in order. */
type MarkOf = (citation: string) => SourceMark | undefined;

/** Finds the citations of sources that are superseded or withdrawn. While these are unknown, there are none. */
export function useSourceMarks() {
  const list = useQuery(query(sourcesApi.sources.list, { marked: 'true' }));
  const marks = new Map(list.data?.sources.map(({ key, mark }) => [key, mark]));
  const markOf: MarkOf = (citation) => (marks.size === 0 ? undefined : (marks.get(sourceKey(citation)) ?? undefined));
  return { markOf, failure: failureOf(list) };
}

/** Says beside a citation that its source is superseded or withdrawn. */
export const SourceNote = ({ mark }: { mark: SourceMark }) => (
  <Group component="span" gap={4} wrap="nowrap" align="flex-start" c="var(--awa-warning)" fz="sm" lh="sm">
    <IconAlertTriangle size={16} stroke={1.8} style={{ flex: 'none', marginTop: 1 }} aria-hidden="true" />
    <span>{markedSourceWords(mark)}</span>
  </Group>
);

/** Names those of the citations whose sources are superseded or withdrawn. They are known a moment later. */
export function CitedMarks({ citations }: { citations: readonly string[] }) {
  const { markOf, failure } = useSourceMarks();
  return (
    <>
      <FailedPanel {...failure} />
      <MarkedCitations citations={citations} markOf={markOf} />
    </>
  );
}

/** The citations whose sources are superseded or withdrawn; nothing without any. */
export function MarkedCitations({ citations, markOf }: { citations: readonly string[]; markOf: MarkOf }) {
  const marked = citations.flatMap((citation) => {
    const mark = markOf(citation);
    return mark ? [{ citation, mark }] : [];
  });
  if (marked.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" aria-label="Sources that are superseded or withdrawn">
      {marked.map(({ citation, mark }) => (
        <li key={citation}>
          <Text span display="block" size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {citation}
          </Text>
          <SourceNote mark={mark} />
        </li>
      ))}
    </Stack>
  );
}
