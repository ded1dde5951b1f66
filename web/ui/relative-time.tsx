import { useEffect, useState } from 'react';
import { timeAgo } from '#web/lib/dates.ts';

/** How long ago a moment was, in plain words that are updated. */
export function RelativeTime({ at }: { at: Date }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={at.toISOString()}>{timeAgo(at, now)}</time>;
}
