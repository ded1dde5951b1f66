import { Spinner } from '#web/ui/spinner.tsx';
import { counted } from '#web/lib/numbers.ts';
import classes from '#web/ui/connection-line.module.css';

type ConnectionLineProps = {
  /** A failed call is being repeated. */
  retrying: boolean;
  /** The number of saves that wait for the connection. */
  queued: number;
};

/** A quiet line above all layers while the connection is lost. It does not move the page. */
export function ConnectionLine({ retrying, queued }: ConnectionLineProps) {
  const waiting = queued > 0 && `${counted(queued, 'save')} will be sent when the connection is back`;
  return (
    <div role="status" className={classes.edge}>
      {(retrying || waiting) && (
        <p className={classes.line}>
          <Spinner />
          {waiting || 'Connection lost. Retrying…'}
        </p>
      )}
    </div>
  );
}
