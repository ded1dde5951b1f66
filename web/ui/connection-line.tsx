import { Spinner } from '#web/ui/spinner.tsx';
import classes from '#web/ui/connection-line.module.css';

/** A quiet word over whatever is open, while something that failed on its way is tried again. Moves nothing. */
export function ConnectionLine({ retrying }: { retrying: boolean }) {
  return (
    <div role="status" className={classes.edge}>
      {retrying && (
        <p className={classes.line}>
          <Spinner />
          Connection lost. Retrying…
        </p>
      )}
    </div>
  );
}
