import { Box, Button, Group, Input, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type Role, approvers, roleNames } from '#contract/roles.ts';
import { Invitation, type StaffAccount, type WithLink, staffRoutes } from '#contract/staff.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { shownAdmin } from '#web/api/session.ts';
import { purposes } from '#web/features/staff/roles.ts';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { useKeptForm } from '#web/form/use-kept-form.ts';
import { changed } from '#web/lib/field-diff.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

const roles = (Object.keys(roleNames) as Role[]).map((value) => ({ value, label: roleNames[value] }));

type AccountFormProps = {
  /** Left out for an invitation. */
  account: StaffAccount | undefined;
  /** Called after saving; with the link if someone was invited. */
  onDone: (made: WithLink | undefined) => void;
  onClose: () => void;
};

/** A dialog that invites a colleague, or changes the name and role of an account. */
export function AccountForm({ account, onDone, onClose }: AccountFormProps) {
  const { formProps, form, field, busy, failed, draft } = useKeptForm({
    of: { account: shownAdmin() ?? '', kind: 'account', entityId: account?.id ?? null },
    initial: {
      name: account?.name ?? '',
      email: account?.email ?? '',
      role: account?.role ?? 'editor',
      qualification: account?.qualification ?? '',
    },
    labels: {
      email: { label: 'Email' },
      name: { label: 'Name' },
      role: { label: 'Role' },
      qualification: { label: 'Qualification' },
    },
    schema: Invitation,
    send: async ({ email, name, role, qualification }) => {
      if (!account) return (await change(staffRoutes.invite, { email, name, role, qualification })).output;
      // Only the fields changed here: a colleague may have changed the others since.
      await change(staffRoutes.update, { id: account.id, ...changed(account, { name, role, qualification }) });
      return undefined;
    },
    onSaved: onDone,
    explain,
  });
  const { role } = form.values;
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      size="34rem"
      title={account ? `Edit ${account.name}` : 'Invite a colleague'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form {...formProps} aria-label={account ? 'Edit account' : 'Invite'}>
        <Stack gap="lg">
          {failed && <InlineFailure failed={failed} />}
          <FormDrafts draft={draft} noun="account" />
          <TextInput required autoComplete="off" data-autofocus {...field('name')} />
          {account ? (
            <Text c="dimmed">{account.email}</Text>
          ) : (
            <TextInput
              required
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field('email')}
            />
          )}
          {account?.id !== shownAdmin() && (
            <Input.Wrapper label="Role" labelElement="div" error={form.errors.role}>
              <Segmented
                label="Role"
                value={role}
                options={roles}
                onChange={(next) => {
                  if (!busy) form.setFieldValue('role', next);
                }}
              />
              <Text size="xs" c="dimmed" mt={6}>
                {purposes[role]}
              </Text>
            </Input.Wrapper>
          )}
          {(approvers.includes(role) || account?.qualification) && (
            <TextInput
              {...field('qualification')}
              autoComplete="off"
              description="Such as MBBS, MDCN 12345. With one, the account approves medical texts"
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Box mr="auto">
              <DraftNote kept={draft.kept} />
            </Box>
            <Button disabled={busy} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={busy} busyLabel={account ? 'Saving' : 'Inviting'}>
              {account ? 'Save account' : 'Invite'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
