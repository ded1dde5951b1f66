import { Box, Button, Group, Text } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { caseTextsApi } from '#contract/case-texts.ts';
import type { Case } from '#contract/moderation.ts';
import { explain } from '#web/api/call.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { HiddenText } from '#web/features/moderation/case-badges.tsx';
import { subjectWord, textsWords } from '#web/features/moderation/case-words.ts';
import classes from '#web/features/moderation/moderation.module.css';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { MarkedText } from '#web/ui/marked-text.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const { list } = caseTextsApi.caseTexts;

/** The number of texts on a page. */
const limit = 20;

/** All posts and comments of the person of a case, newest first, page by page. */
const useTextsOfPerson = (id: string, isOpen: boolean) =>
  useInfiniteQuery({
    queryKey: [...keyOf(list), id],
    queryFn: ({ pageParam: cursor, signal }) => ask(list, { id, cursor, limit }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    enabled: isOpen,
    // The list is opened to see the latest texts.
    staleTime: 0,
  });

type Texts = ReturnType<typeof useTextsOfPerson>;

/** A button that shows all texts of the person below it, and closes them again. */
export function TextsOfPerson({ of: { id, person, text, otherTexts } }: { of: Case }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const pages = useTextsOfPerson(id, isOpen);
  const total = pages.data?.pages.at(-1)?.pagination.total ?? otherTexts + (text ? 1 : 0);
  return (
    <>
      <Button
        size="xs"
        mt="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Close the texts' : textsWords(total)}
      </Button>
      {isOpen && (
        <Box id={listId} mt="sm" aria-busy={pages.isPending && !pages.error}>
          <TextList label={`All texts of ${person}`} pages={pages} />
        </Box>
      )}
    </>
  );
}

function TextList({ label, pages }: { label: string; pages: Texts }) {
  const { data, error, isFetching, isFetchNextPageError, fetchNextPage, refetch } = pages;
  const texts = data?.pages.flatMap((page) => page.texts);
  const total = data?.pages.at(-1)?.pagination.total ?? 0;
  return (
    <>
      {!texts && !error && <SkeletonRows label="Loading the texts" shape="text" rows={3} />}
      {texts?.length === 0 && (
        <Empty
          icon={IconMessageCircle}
          title="No posts and comments"
          sentence="Everything that the person wrote was deleted, or there never was anything."
        />
      )}
      {texts && texts.length > 0 && (
        <ul className={classes.thread} aria-label={label}>
          {texts.map((one) => (
            <li key={one.id} data-subject={one.isSubject || undefined}>
              <Group gap="0.25rem 0.5rem" fz="xs" lh="xs">
                <Text span size="xs" c="dimmed">
                  {subjectWord(one.kind)}, <RelativeTime at={new Date(one.createdAt)} />
                </Text>
                {one.isSubject && (
                  <Text span size="xs" fw={500}>
                    This case
                  </Text>
                )}
                {one.hiddenAt !== null && <HiddenText />}
              </Group>
              {one.content.trim() === '' ? (
                <Text c="dimmed">A picture without words</Text>
              ) : (
                <div className={classes.content}>
                  <MarkedText content={one.content} marks={one.marks} covered={one.covered} size="sm" />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <FailedPanel
          failed={explain(error)}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      )}
      {texts && <ShowMore pages={pages} shown={texts.length} total={total} mt="sm" />}
    </>
  );
}
