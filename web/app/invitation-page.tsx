import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { passwordMin } from '#contract/auth.ts';
import type { Output } from '#contract/route.ts';
import { NewPassword, invitationRoutes } from '#contract/staff.ts';
import { CallError, call, explain } from '#web/api/call.ts';
import { failureOf } from '#web/api/query.ts';
import { enter, shownAdmin } from '#web/api/session.ts';
import { EntryPage } from '#web/app/entry-page.tsx';
import { PasswordField } from '#web/form/password-field.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

const WelcomePage = lazyComponent(async () => (await import('#web/app/welcome-page.tsx')).WelcomePage);

const toDesk = (
  <Button component={Link} to="/admin" fullWidth size="md">
    Go to sign-in
  </Button>
);

type Accepted = Output<typeof invitationRoutes.open>;

/** The page of an invitation link or a password link: it sets the account's password and signs in. */
export function InvitationPage() {
  // The link has its token in the fragment, which browsers send to no server.
  const token = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const [done, setDone] = useState<Accepted>();
  const invited = useQuery({
    queryKey: [invitationRoutes.open.path, token],
    queryFn: () => call(invitationRoutes.open, { token }),
    staleTime: Infinity,
    enabled: !done,
  });
  const { data, error } = invited;
  /** The password signs in. If another account has work open in this tab, the page is reloaded for this account. */
  async function accept(accepted: Accepted) {
    const { session, isNew } = accepted;
    const shown = shownAdmin();
    if (session && shown !== null && shown !== session.admin.id) history.replaceState(null, '', '/admin');
    // The link is used up: a new session reloads all data, but must not reload this.
    flushSync(() => setDone(accepted));
    if (session) enter(session);
    if (session && (!isNew || session.mustAddFactor)) await navigate({ to: '/admin', replace: true });
  }
  if (done && !done.session) {
    return (
      <EntryPage title="Your password is set" subtitle="Sign in with it from now on. The link no longer works.">
        {toDesk}
      </EntryPage>
    );
  }
  if (done?.session) return done.isNew && !done.session.mustAddFactor && <WelcomePage admin={done.session.admin} />;
  if (error instanceof CallError && error.status === 410) {
    return (
      <EntryPage title="This link no longer works" subtitle={error.detail}>
        {toDesk}
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title={data?.isNew ? 'Welcome' : 'Choose a new password'}
      name={data?.isNew ? data.name : undefined}
      subtitle={data?.isNew ? 'Choose a password, and your account is ready.' : 'It replaces your old one.'}
    >
      <FailedPanel {...failureOf(invited)} />
      {invited.isPending && <SkeletonBox width="100%" height="8rem" />}
      {data && <PasswordForm token={token} invited={data} onDone={accept} />}
    </EntryPage>
  );
}

const Passwords = z.strictObject({ email: z.string(), password: NewPassword });

type PasswordFormProps = { token: string; invited: Accepted; onDone: (accepted: Accepted) => Promise<void> };

function PasswordForm({ token, invited: { email, isNew }, onDone }: PasswordFormProps) {
  const { formProps, field, busy, failed } = useServerForm({
    initial: { email, password: '' },
    labels: { email: { label: 'Email' }, password: { label: 'New password' } },
    schema: Passwords,
    send: async ({ password }) => {
      await onDone(await call(invitationRoutes.open, { token, password }));
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
          {isNew ? 'Save and sign in' : 'Save the password'}
        </BusyButton>
        {!isNew && (
          <Text size="xs" c="dimmed">
            All devices that are signed in to this account are signed out.
          </Text>
        )}
      </Stack>
    </form>
  );
}
