import { Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { accountRoutes } from '#contract/account.ts';
import { passwordMin } from '#contract/auth.ts';
import { call, explainTries } from '#web/api/call.ts';
import { keyOf } from '#web/api/query.ts';
import { PasswordField } from '#web/form/password-field.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { ContentCard } from '#web/ui/content-card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { input: schema } = accountRoutes.changePassword;

/** Changes the account's own password; it requires the current one and ends the other sessions. */
export function PasswordCard({ email }: { email: string }) {
  const client = useQueryClient();
  const { form, formProps, field, busy, failed } = useServerForm({
    initial: { present: '', password: '' },
    labels: { present: { label: 'Current password' }, password: { label: 'New password' } },
    schema: schema ?? (undefined as never),
    send: async (input) => {
      await call(accountRoutes.changePassword, input);
      form.reset();
      showToast('Changed your password');
      await client.invalidateQueries({ queryKey: keyOf(accountRoutes.get) });
    },
    explain: explainTries,
  });
  return (
    <ContentCard title="Password">
      <form {...formProps} aria-label="Your password">
        <Stack gap="md" px={{ base: 'md', sm: 'lg' }} pb="lg">
          {failed && <InlineFailure failed={failed} />}
          {/* Password managers keep the password for this email. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField autoComplete="current-password" aria-required {...field('present')} />
          <PasswordField
            autoComplete="new-password"
            aria-required
            description={`At least ${passwordMin} characters. You stay signed in here, and are signed out everywhere else.`}
            {...field('password')}
          />
          <Group justify="flex-end">
            <BusyButton type="submit" busy={busy} busyLabel="Changing">
              Change password
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </ContentCard>
  );
}
