import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { accountRoutes } from '#contract/account.ts';
import type { Admin } from '#contract/auth.ts';
import { roleNames } from '#contract/roles.ts';
import { StaffName } from '#contract/staff.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { purposes } from '#web/features/staff/roles.ts';
import { FormDrafts } from '#web/form/form-drafts.tsx';
import { useKeptForm } from '#web/form/use-kept-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { ContentCard } from '#web/ui/content-card.tsx';
import { DraftNote } from '#web/ui/draft-note.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const schema = z.strictObject({ name: StaffName });

/** The account's own name, email and role. */
export function NameCard({ admin }: { admin: Admin }) {
  const client = useQueryClient();
  const { formProps, field, busy, failed, draft } = useKeptForm({
    of: { account: admin.id, kind: 'account', entityId: admin.id },
    initial: { name: admin.name },
    labels: { name: { label: 'Name' } },
    schema,
    send: async (input) => {
      await change(accountRoutes.rename, input);
      await client.invalidateQueries();
    },
    onSaved: () => showToast('Saved your name'),
    explain,
  });
  return (
    <ContentCard title="You">
      <form {...formProps} aria-label="Your name">
        <Stack gap="md" px={{ base: 'md', sm: 'lg' }} pb="lg">
          {failed && <InlineFailure failed={failed} />}
          <FormDrafts draft={draft} noun="account" />
          <Text c="dimmed">
            {admin.email} · {roleNames[admin.role]}: {purposes[admin.role]}
          </Text>
          <TextInput required autoComplete="name" {...field('name')} />
          <Group justify="flex-end">
            <DraftNote kept={draft.kept} />
            <BusyButton type="submit" busy={busy} busyLabel="Saving">
              Save name
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </ContentCard>
  );
}
