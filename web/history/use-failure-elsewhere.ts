import { useEffect, useRef, useState } from 'react';
import { explain } from '#web/api/call.ts';
import { shownAdmin } from '#web/api/session.ts';
import { showFailure } from '#web/ui/toast-store.ts';

/**
 * For a change that may end after the component that began it has gone, such as a closed panel. A toast tells of the
 * failure then, to whoever began it. `doing`: `Restoring an earlier version`. Gives what a mutation calls as its `onError`.
 */
export function useFailureElsewhere(doing: string) {
  const [account] = useState(shownAdmin);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return (error: Error) => {
    if (gone.current && shownAdmin() === account) showFailure(doing, explain(error));
  };
}
