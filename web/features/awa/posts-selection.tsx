import { Box, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { awaApi } from '#contract/awa.ts';
import { hiddenDays } from '#contract/common.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { noWords } from '#web/features/awa/posts-row.tsx';
import type { Hiding } from '#web/features/awa/use-hide.ts';
import { bulkResult } from '#web/lib/bulk-result.ts';
import { counted } from '#web/lib/numbers.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type PostSelectionProps = {
  /** Posts are selected, or a question is open. */
  opened: boolean;
  selection: Selection;
  /** The first words of a post. */
  wordsOf: (id: string) => string;
  /** The open question. */
  asked: 'hide' | 'delete' | undefined;
  onAsk: (asked: 'hide' | 'delete' | undefined) => void;
  /** The list has posts to hide; otherwise hidden ones to show again. */
  hides: boolean;
  hiding: Hiding;
  onDeleted: (ids: readonly string[]) => void;
  refresh: () => void;
};

/** Hides, shows again or deletes the selected posts after a question. The bar stays while it shows a failure. */
export function PostSelection(props: PostSelectionProps) {
  const { selection, wordsOf, asked, onAsk, hides, hiding, onDeleted, refresh } = props;
  const { keys, select } = selection;
  const ids = [...keys];
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (chosen: string[]) => change(awaApi.posts.bulkRemove, { ids: chosen }),
    onSuccess: ({ output: { count } }, chosen) => {
      onAsk(undefined);
      const words = { done: 'Deleted', already: 'deleted', one: 'post', many: 'posts' };
      showToast(bulkResult({ ...words, asked: chosen.length, changed: count }));
      select(chosen, false);
      onDeleted(chosen);
    },
    // The list may be out of date.
    onError: refresh,
  });
  const close = () => {
    reset();
    hiding.reset();
    onAsk(undefined);
  };
  const posts = counted(ids.length, 'post');
  const safe = ids.length === 1 ? 'Keep it' : 'Keep them';
  const them = ids.length === 1 ? 'it' : 'them';
  const noun = ids.length === 1 ? 'post' : 'posts';
  const about = <FirstWords words={ids.map(wordsOf)} />;
  return (
    <>
      {ids.length > 0 && (
        <SelectionBar
          selection={selection}
          named={posts}
          actions={[
            {
              label: hides ? 'Hide' : 'Show again',
              busyLabel: hides ? 'Hiding' : 'Showing',
              icon: hides ? IconEyeOff : IconEye,
              busy: hiding.isPending,
              onClick: () => onAsk('hide'),
            },
            {
              label: 'Delete',
              busyLabel: 'Deleting',
              icon: IconTrash,
              danger: true,
              busy: isPending,
              onClick: () => onAsk('delete'),
            },
          ]}
        />
      )}
      <Confirm
        opened={asked === 'hide'}
        title={hides ? `Hide ${posts}?` : `Show ${posts} again?`}
        about={about}
        sentence={
          hides
            ? `The app no longer shows ${them}. You can show ${them} again within ${hiddenDays} days; after that ${them === 'it' ? 'it is' : 'they are'} erased.`
            : `The app shows ${them} again, with comments and likes.`
        }
        action={hides ? `Hide ${noun}` : `Show ${noun} again`}
        actionBusy={hides ? 'Hiding' : 'Showing'}
        safe={hides ? safe : 'Keep hidden'}
        harmless
        busy={hiding.isPending}
        failed={hiding.failed}
        onConfirm={() => hiding.hide(ids, hides)}
        onClose={close}
      />
      <Confirm
        opened={asked === 'delete'}
        title={`Delete ${posts} for good?`}
        about={about}
        sentence="Comments, likes and pictures are deleted too. This cannot be undone."
        action={`Delete ${noun}`}
        actionBusy="Deleting"
        safe={safe}
        busy={isPending}
        failed={error ? explain(error) : undefined}
        onConfirm={() => mutate(ids)}
        onClose={close}
      />
    </>
  );
}

/** The first words of each post that a question is about. */
const FirstWords = ({ words }: { words: readonly string[] }) => (
  <Box
    component="ul"
    mah="12rem"
    mt="sm"
    mb="md"
    p={0}
    tabIndex={0}
    aria-label="The selected posts"
    style={{ listStyle: 'none', overflowY: 'auto' }}
  >
    {words.map((text, index) => (
      // The list does not change while the question is open.
      // oxlint-disable-next-line react/no-array-index-key
      <Text key={index} component="li" c="dimmed" mb={6} style={{ overflowWrap: 'anywhere' }} dir="auto">
        {text ? `“${text}”` : noWords}
      </Text>
    ))}
  </Box>
);
