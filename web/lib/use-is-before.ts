import { useEffect, useState } from 'react';
import { serverNow } from '#web/lib/server-clock.ts';

/** Whether this time is still to come, by the server's clock. */
export function useIsBefore(until: string | null) {
  const left = () => (until === null ? 0 : Date.parse(until) - serverNow().getTime());
  const [, update] = useState(0);
  useEffect(() => {
    const wait = until === null ? 0 : Date.parse(until) - serverNow().getTime();
    if (wait <= 0) return undefined;
    const timer = setTimeout(() => update((count) => count + 1), wait);
    return () => clearTimeout(timer);
  }, [until]);
  return left() > 0;
}
