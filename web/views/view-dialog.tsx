import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Role, roleNames } from '#contract/roles.ts';
import { type ViewPageName, maxViewName, savedViewsApi, viewPages } from '#contract/saved-views.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { list, add, update } = savedViewsApi.savedViews;

/** The settings to begin with; a view that is saved already has an id. */
export type EditedView = { id?: string; name: string; role: Role | null; search: string };

type ViewDialogProps = {
  page: ViewPageName;
  opened: boolean;
  edited: EditedView;
  /** The page is searched for a person, whom no view names. */
  leavesSearch: boolean;
  onClose: () => void;
};

/** Saves the filters of the list under a name, or changes the name and the role of a saved view. */
export function ViewDialog({ opened, onClose, ...props }: ViewDialogProps) {
  const title = props.edited.id === undefined ? 'Save this view' : 'Rename or share the view';
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="28rem" closeButtonProps={{ 'aria-label': 'Close' }}>
      <ViewForm {...props} onClose={onClose} />
    </Modal>
  );
}

function ViewForm({ page, edited, leavesSearch, onClose }: Omit<ViewDialogProps, 'opened'>) {
  const { id, search } = edited;
  const [name, setName] = useState(edited.name);
  const [role, setRole] = useState<string>(edited.role ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: async () => {
      const settings = { name: name.trim(), search, role: role === '' ? null : (role as Role) };
      if (id === undefined) await change(add, { page, ...settings });
      else await change(update, { id, ...settings });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(list) });
      showToast(id === undefined ? `Saved the view “${name.trim()}”` : `Changed the view “${name.trim()}”`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(name.trim() === '');
    if (name.trim() !== '') saving.mutate();
  };
  const { roles, label } = viewPages[page];
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        {saving.error && <InlineFailure failed={explain(saving.error)} />}
        <TextInput
          label="Name"
          required
          data-autofocus
          dir="auto"
          autoComplete="off"
          maxLength={maxViewName}
          value={name}
          error={isEmpty && 'Give the view a name'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Share with"
          description={`Roles that may open ${label}`}
          allowDeselect={false}
          data={[{ value: '', label: 'Only me' }, ...roles.map((value) => ({ value, label: roleNames[value] }))]}
          value={role}
          onChange={(next) => setRole(next ?? '')}
        />
        {leavesSearch && (
          <Text size="sm" c="dimmed">
            The search is not saved, because it may name a person.
          </Text>
        )}
        <Group gap="xs" justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <BusyButton type="submit" variant="filled" busy={saving.isPending} busyLabel="Saving">
            Save view
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
