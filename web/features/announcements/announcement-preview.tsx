import { useState } from 'react';
import { phoneDate } from '#web/lib/dates.ts';
import { Logo } from '#web/ui/logo.tsx';
import classes from '#web/features/announcements/announcement-preview.module.css';

type LockScreenProps = {
  /** The text of the banner, cut after four lines as phones do. An empty text shows no banner. */
  message: string;
};

/** A phone's lock screen with an announcement that has just arrived. Use it inside a `Phone`. */
export function AnnouncementPreview({ message }: LockScreenProps) {
  const [today] = useState(() => phoneDate(new Date()));
  return (
    <div className={classes.lock} data-lock-screen>
      <p className={classes.date}>{today}</p>
      <p className={classes.clock}>9:41</p>
      {message && (
        <div className={classes.banner}>
          <span className={classes.icon}>
            <Logo size={22} />
          </span>
          <div className={classes.words}>
            <p className={classes.first}>
              <strong>Awa</strong>
              <span className={classes.now}>now</span>
            </p>
            <p className={classes.message}>{message}</p>
          </div>
        </div>
      )}
    </div>
  );
}
