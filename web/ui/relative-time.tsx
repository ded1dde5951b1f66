import { timeAgo } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/use-now.ts';

/** How long ago a time was, in plain words that are updated. */
export function RelativeTime({ at }: { at: Date }) {
  const now = useNow();
  return <time dateTime={at.toISOString()}>{timeAgo(at, now)}</time>;
}
