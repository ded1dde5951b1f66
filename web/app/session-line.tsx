import { Button } from '@mantine/core';
import { endWaiting } from '#web/lib/typing.ts';
import classes from '#web/ui/connection-line.module.css';

type SessionLineProps = {
  shown: boolean;
  /** Somebody else has signed in on this browser meanwhile. */
  replaced: boolean;
};

/** A line over whatever is written: the session is over. It leaves the focus in the text. */
export function SessionLine({ shown, replaced }: SessionLineProps) {
  return (
    <div role="status" className={classes.edge}>
      {shown && (
        <p className={classes.offer}>
          {replaced ? 'Someone else has signed in.' : 'Your session has ended.'} Your text is kept; sign in to save it
          <Button variant="default" size="xs" onClick={endWaiting}>
            Sign in
          </Button>
        </p>
      )}
    </div>
  );
}
