import { Spinner } from '#web/ui/spinner.tsx';
import classes from '#web/ui/connection-line.module.css';

/** A quiet line over whatever is open, while a failed call is being repeated. It does not move the page. */
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
