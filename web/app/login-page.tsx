import { useState } from 'react';
import { enter } from '#web/api/session.ts';
import { EntryPage } from '#web/app/entry-page.tsx';
import { SignInForm } from '#web/app/sign-in-form.tsx';

/** The page shown when no account is signed in. */
export function LoginPage() {
  const [factorAsked, setFactorAsked] = useState(false);
  return (
    <EntryPage
      title="Sign in"
      subtitle={factorAsked ? 'One more step: your second factor.' : 'Use your staff email and password.'}
    >
      <SignInForm onSignedIn={enter} onFactorAsked={setFactorAsked} />
    </EntryPage>
  );
}
