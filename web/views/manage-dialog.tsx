import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roleNames } from '#contract/roles.ts';
import { savedViewsApi } from '#contract/saved-views.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import type { ShownView } from '#web/views/use-views.ts';
import { lostWords } from '#web/views/view-search.ts';

const { list, update, remove } = savedViewsApi.savedViews;

type ManageDialogProps = {
  opened: boolean;
  /** The views of this page that the account may change or delete. */
  views: readonly ShownView[];
  ownId: string;
  /** The filters of the list now. */
  search: string;
  onRename: (view: ShownView) => void;
  onClose: () => void;
};

/** The views of a page, with the changes that the account may make. */
export function ManageDialog({ opened, views, ownId, search, onRename, onClose }: ManageDialogProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<ShownView>();
  const [isAsking, setAsking] = useState(false);
  const reload = () => void client.invalidateQueries({ queryKey: keyOf(list) });
  const updating = useMutation({
    mutationFn: ({ id, name, role }: ShownView) => change(update, { id, name, role, search }),
    onSuccess: (_, { name }) => {
      reload();
      showToast(`Changed the view “${name}”`);
    },
  });
  const removing = useMutation({
    mutationFn: ({ id }: ShownView) => change(remove, { id }),
    onSuccess: (_, { name }) => {
      reload();
      setAsking(false);
      showToast(`Deleted the view “${name}”`);
    },
  });
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title="Change views"
        size="40rem"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="lg">
          {updating.error && <InlineFailure failed={explain(updating.error)} />}
          {views.length === 0 && <Text c="dimmed">You have saved no view of this page.</Text>}
          <Stack component="ul" gap="md" aria-label="Views" style={{ listStyle: 'none' }}>
            {views.map((view) => (
              <li key={view.id}>
                <Text fw={500} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  {view.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {view.owner.id === ownId ? 'Yours' : view.owner.name}
                  {view.role && `, shared with ${roleNames[view.role]}`}
                </Text>
                {view.lost.length > 0 && <Text size="sm">{lostWords(view.lost)}</Text>}
                <Group gap="xs" mt={6}>
                  {view.owner.id === ownId && (
                    <>
                      <Button aria-label={`Rename or share ${view.name}`} onClick={() => onRename(view)}>
                        Rename or share
                      </Button>
                      <BusyButton
                        aria-label={`Use the current filters for ${view.name}`}
                        busy={updating.isPending && updating.variables.id === view.id}
                        busyLabel="Changing"
                        onClick={() => updating.mutate(view)}
                      >
                        Use the current filters
                      </BusyButton>
                    </>
                  )}
                  <Button
                    aria-label={`Delete ${view.name}`}
                    onClick={() => {
                      setAsked(view);
                      setAsking(true);
                    }}
                  >
                    Delete
                  </Button>
                </Group>
              </li>
            ))}
          </Stack>
        </Stack>
      </Modal>
      <Confirm
        opened={isAsking}
        title={`Delete the view “${asked?.name ?? ''}”?`}
        sentence="The list itself stays as it is."
        consequence={asked?.role ? `It is gone for ${roleNames[asked.role]} too.` : undefined}
        action="Delete view"
        actionBusy="Deleting"
        busy={removing.isPending}
        failed={removing.error ? explain(removing.error) : undefined}
        onConfirm={() => asked && removing.mutate(asked)}
        onClose={() => {
          setAsking(false);
          removing.reset();
        }}
      />
    </>
  );
}
