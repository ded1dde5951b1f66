import { useEffect, useState } from 'react';
import { ago } from '#web/lib/dates.ts';

/** How long ago a moment is, in plain words that stay true while one looks at them. */
export function Ago({ at }: { at: Date }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={at.toISOString()}>{ago(at, now)}</time>;
}
