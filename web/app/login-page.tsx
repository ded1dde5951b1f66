import { enter } from '#web/api/session.ts';
import { EntryPage } from '#web/app/entry-page.tsx';
import { SignInForm } from '#web/app/sign-in-form.tsx';

/** The page for everyone who is not signed in. */
export const LoginPage = () => (
  <EntryPage title="Sign in" line="Use your staff email and password.">
    <SignInForm onSignedIn={enter} />
  </EntryPage>
);
