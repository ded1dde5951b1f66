import { useEffect, useState } from 'react';
import { timeAgo } from '#web/lib/dates.ts';

/** How long ago a moment is, in plain words that stay true while one looks at them. */
export function RelativeTime({ at }: { at: Date }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={at.toISOString()}>{timeAgo(at, now)}</time>;
}
