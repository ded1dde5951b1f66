import { IconAlertCircle } from '@tabler/icons-react';
import type { ShownFailure } from '#web/lib/failure.ts';
import classes from '#web/ui/inline-failure.module.css';

/** A red box beside what failed: a form, a row, a dialog. Stays until the next try. */
export function InlineFailure({ failed }: { failed: ShownFailure }) {
  return (
    <div role="alert" className={classes.box}>
      <IconAlertCircle size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.message}>{failed.message}</p>
        {failed.detail && <p className={classes.detail}>{failed.detail}</p>}
        {failed.requestId && <p className={classes.request}>Request {failed.requestId}</p>}
      </div>
    </div>
  );
}
