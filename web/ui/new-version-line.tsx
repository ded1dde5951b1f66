import { Button } from '@mantine/core';
import { newVersion } from '#web/lib/new-version.ts';
import { useStore } from '#web/lib/store.ts';
import classes from '#web/ui/connection-line.module.css';

/** A line above all layers once the desk has a new version: the page still works, but cannot load more of its code. */
export function NewVersionLine() {
  const isThere = useStore(newVersion, (there) => there);
  return (
    <div role="status" className={classes.edge}>
      {isThere && (
        <p className={classes.offer}>
          The desk has a new version. Unsaved text is kept here.
          <Button variant="default" size="xs" onClick={() => location.reload()}>
            Load it
          </Button>
        </p>
      )}
    </div>
  );
}
