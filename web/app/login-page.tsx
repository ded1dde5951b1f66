import { IconLock } from '@tabler/icons-react';
import { enter } from '#web/api/session.ts';
import { LoginArt } from '#web/app/login-art.tsx';
import classes from '#web/app/login-page.module.css';
import { SignInForm } from '#web/app/sign-in-form.tsx';
import { Wordmark } from '#web/ui/logo.tsx';

/** What everyone who is not signed in sees. */
export function LoginPage() {
  return (
    <div className={classes.page}>
      <title>Sign in - Awa Desk</title>
      <main className={classes.main}>
        <Wordmark />
        <div className={classes.form}>
          <h1 className={classes.title}>Sign in</h1>
          <p className={classes.line}>Use your staff email and password.</p>
          <SignInForm onSignedIn={enter} />
        </div>
        <p className={classes.note}>
          <IconLock size={18} stroke={1.6} aria-hidden="true" />
          Restricted access. Authorized personnel only.
        </p>
      </main>
      <LoginArt />
    </div>
  );
}
