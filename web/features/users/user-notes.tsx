import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UserNote, noteKinds, userNotesApi } from '#contract/user-notes.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useSession } from '#web/api/permissions.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { NoteDialog } from '#web/features/users/note-dialog.tsx';
import { type TakeBack, toldWithUndo } from '#web/history/use-undo-toast.ts';
import { shortDate } from '#web/lib/dates.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { list, remove, restore } = userNotesApi.userNotes;

type Which = { userId: string; id: string };

/** Restores a deleted note; the function that it resolves to deletes it again. */
const restoring =
  (note: Which): TakeBack =>
  async () => {
    await change(restore, note);
    return async () => {
      await change(remove, note);
      return restoring(note);
    };
  };

/** The notes of staff on a person, the newest first, and a button that adds one. */
export function UserNotes({ userId }: { userId: string }) {
  const client = useQueryClient();
  const notes = useQuery(query(list, { userId }));
  const [isAdding, setAdding] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: keyOf(list) });
  const { data } = notes;
  return (
    <section aria-label="Notes">
      <Group justify="space-between" wrap="nowrap" mih="2.75rem">
        <Text component="h3" size="md" fw={600}>
          Notes
        </Text>
        <Button size="xs" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          Add a note
        </Button>
      </Group>
      <FailedPanel {...failureOf(notes)} />
      {notes.isPending && <SkeletonBox width="7rem" height="1.25rem" />}
      {data?.notes.length === 0 && <Text c="dimmed">No notes yet.</Text>}
      <Box component="ul" p={0} mb="lg" style={{ listStyle: 'none' }}>
        {data?.notes.map((note, index) => (
          <Note key={note.id} userId={userId} note={note} isFirst={index === 0} reload={reload} />
        ))}
      </Box>
      {isAdding && (
        <NoteDialog
          userId={userId}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            showToast('Added the note');
            void reload();
          }}
        />
      )}
    </section>
  );
}

type NoteProps = { userId: string; note: UserNote; isFirst: boolean; reload: () => Promise<void> };

function Note({ userId, note: { id, by, at, kind, text, until }, isFirst, reload }: NoteProps) {
  const client = useQueryClient();
  const session = useSession();
  const admin = 'admin' in session ? session.admin : null;
  const deletion = useMutation({
    mutationFn: () => change(remove, { userId, id }),
    onSuccess: () => {
      const { message, undo } = toldWithUndo(
        client,
        'Deleted the note',
        'Restored the note',
        restoring({ userId, id }),
      );
      showToast(message, { undo });
    },
    onSettled: reload,
  });
  return (
    <Stack component="li" gap={6} py="sm" style={isFirst ? undefined : { borderTop: '1px solid var(--awa-hairline)' }}>
      <Text dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {deletion.error && <InlineFailure failed={explain(deletion.error)} />}
      <Group justify="space-between" wrap="nowrap" gap="xs" fz="xs" lh="xs" c="dimmed" data-tabular>
        <span>
          {noteKinds[kind]} · {by?.name ?? 'A former colleague'} · <time dateTime={at}>{shortDate(at)}</time> · kept
          until <time dateTime={until}>{shortDate(until)}</time>
        </span>
        {admin && (admin.role === 'administrator' || admin.id === by?.id) && (
          <Button
            size="xs"
            variant="subtle"
            flex="none"
            disabled={deletion.isPending}
            aria-label="Delete the note"
            onClick={() => deletion.mutate()}
          >
            Delete
          </Button>
        )}
      </Group>
    </Stack>
  );
}
