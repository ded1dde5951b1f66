import { useQuery } from '@tanstack/react-query';
import { IconDroplet, IconHeartHandshake, IconPlant2, IconRibbonHealth } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ladyDueApi as api, type TrackingMode, trackingModes } from '#contract/lady-due.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/lady-due/lady-due.module.css';
import { firstMode } from '#web/features/lady-due/use-tree.ts';
import { formatInteger } from '#web/lib/numbers.ts';

const icons: Record<TrackingMode, typeof IconDroplet> = {
  TRACK_PERIOD: IconDroplet,
  TRACK_PREGNANCY: IconHeartHandshake,
  TRYING_TO_CONCEIVE: IconPlant2,
  PCOS: IconRibbonHealth,
};

/** The four modes, each with the number of its cards. Why there are none stands in the `AnalyticsBanner`. */
export function ModeSelector({ mode }: { mode: TrackingMode }) {
  const { data } = useQuery(query(api.ladyDue.analytics, {}));
  return (
    <nav className={classes.modes} aria-label="Tracking mode">
      {(Object.keys(trackingModes) as TrackingMode[]).map((one) => {
        const ModeIcon = icons[one];
        return (
          <Link
            key={one}
            to="/admin/desk/lady-due"
            search={one === firstMode ? {} : { mode: one }}
            className={classes.mode}
            aria-current={one === mode ? 'page' : undefined}
          >
            <ModeIcon size={20} stroke={1.6} aria-hidden="true" />
            {trackingModes[one]}
            {data && (
              <span className={classes.count} title="Cards">
                {formatInteger(data.modes[one])}
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
