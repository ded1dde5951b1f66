import { Link } from '@tanstack/react-router';
import type { RecentActivity, TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { shownAdmin } from '#web/api/session.ts';
import classes from '#web/features/lady-due/analytics-banner.module.css';
import { closed } from '#web/features/lady-due/editor-address.ts';
import { howItEnds, spaced, whatWasDone, whoDid } from '#web/history/describe-operation.ts';
import { dateTime, shortAgo } from '#web/lib/dates.ts';
import { linkHere } from '#web/lib/search-here.ts';

type RecentChangesProps = { entries: readonly RecentActivity[]; mode: TrackingMode; now: Date };

/** The latest changes of a mode, each with a link. */
export const RecentChanges = ({ entries, mode, now }: RecentChangesProps) =>
  entries.map((entry) => (
    <li key={entry.operationId}>
      <Done entry={entry} mode={mode} now={now} />
    </li>
  ));

/** One change. It links to the history of the record, or else to its entry in the log. */
function Done({ entry, mode, now }: { entry: RecentActivity; mode: TrackingMode; now: Date }) {
  const { operationId, timestamp, actor, kind, entityId, label } = entry;
  const end = howItEnds(entry);
  // The banner is about this mode.
  const isHere = end === `in ${trackingModes[mode]}`;
  const to = entityId
    ? linkHere({ ...closed, [kind]: entityId, history: entityId })
    : { to: '/admin/desk/activity', search: { area: 'lady-due' } as never, hash: `operation-${operationId}` };
  return (
    <Link {...to} className={classes.entry}>
      <span>
        <b>{actor && actor.id === shownAdmin() ? 'You' : whoDid(actor)}</b> {whatWasDone(entry)}{' '}
        {label && <b>{label}</b>}
        {!isHere && spaced(end)}
      </span>
      <time dateTime={timestamp} title={dateTime(timestamp)}>
        {shortAgo(timestamp, now)}
      </time>
    </Link>
  );
}
