import { Button } from '@mantine/core';
import { endWaiting } from '#web/lib/typing.ts';
import classes from '#web/ui/connection-line.module.css';

type SessionLineProps = {
  shown: boolean;
  /** Another account has signed in on this browser. */
  replaced: boolean;
};

/** A line above all layers: the session is over. The focus stays in the text. */
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
