import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { passwordMin } from '#contract/auth.ts';
import { NewPassword, invitation } from '#contract/staff.ts';
import { CallError, call, explain } from '#web/api/call.ts';
import { failureOf } from '#web/api/query.ts';
import { EntryPage } from '#web/app/entry-page.tsx';
import { PasswordField } from '#web/form/password-field.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

const toDesk = (
  <Button component={Link} to="/admin" fullWidth size="md">
    Go to sign-in
  </Button>
);

/** Where the link of an invitation leads, or of a new password: it sets the password of the account. */
export function InvitationPage() {
  // The link holds its token behind the `#`, which browsers send to no server.
  const token = useLocation({ select: ({ hash }) => hash });
  const [done, setDone] = useState(false);
  const invited = useQuery({
    queryKey: [invitation.open.path, token],
    queryFn: () => call(invitation.open, { token }),
    staleTime: Infinity,
  });
  const { data, error } = invited;
  if (done) {
    return (
      <EntryPage title="Your password is set" line="Sign in with it from now on. The link no longer works.">
        {toDesk}
      </EntryPage>
    );
  }
  if (error instanceof CallError && error.status === 410) {
    return (
      <EntryPage title="This link no longer works" line={error.detail}>
        {toDesk}
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title={data?.isNew ? `Welcome, ${data.name}` : 'Choose a new password'}
      line={data?.isNew ? 'Choose a password, and your account is ready.' : 'It replaces your old one.'}
    >
      <FailedPanel {...failureOf(invited)} />
      {invited.isPending && <SkeletonBox width="100%" height="8rem" />}
      {data && <PasswordForm token={token} email={data.email} onDone={() => setDone(true)} />}
    </EntryPage>
  );
}

const Passwords = z.strictObject({ email: z.string(), password: NewPassword });

function PasswordForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const { formProps, field, busy, failed } = useServerForm({
    initial: { email, password: '' },
    labels: { email: { label: 'Email' }, password: { label: 'New password' } },
    schema: Passwords,
    send: async ({ password }) => {
      await call(invitation.open, { token, password });
      onDone();
    },
    explain,
  });
  return (
    <form {...formProps} aria-label="Choose a password">
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        {/* Password managers keep the password for this email. */}
        <TextInput size="md" autoComplete="username" {...field('email')} readOnly />
        <PasswordField
          size="md"
          autoComplete="new-password"
          aria-required
          autoFocus
          description={`At least ${passwordMin} characters. A few words are easy to remember and hard to guess.`}
          {...field('password')}
        />
        <BusyButton type="submit" variant="filled" size="md" fullWidth busy={busy} busyLabel="Saving">
          Save the password
        </BusyButton>
        <Text size="xs" c="dimmed">
          All devices that are signed in to this account are signed out.
        </Text>
      </Stack>
    </form>
  );
}
