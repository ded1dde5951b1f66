import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconDroplet, IconHeartHandshake, IconPlant2, IconRibbonHealth } from '@tabler/icons-react';
import { ladyDueApi, type TrackingMode } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { query } from '#web/api/query.ts';
import { firstMode } from '#web/features/lady-due/use-tree.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';

const icons: Record<TrackingMode, typeof IconDroplet> = {
  TRACK_PERIOD: IconDroplet,
  TRACK_PREGNANCY: IconHeartHandshake,
  TRYING_TO_CONCEIVE: IconPlant2,
  PCOS: IconRibbonHealth,
};

/** The four modes, each with the number of cards that the app shows. The `AnalyticsBanner` says why there are none. */
export function ModeSelector({ mode }: { mode: TrackingMode }) {
  // The previous figures, which include all modes, stay until the new ones have loaded.
  const { data } = useQuery({
    ...query(ladyDueApi.ladyDue.analytics, { trackingMode: mode }),
    placeholderData: keepPreviousData,
  });
  return (
    <ChoiceLinks
      label="Tracking mode"
      even
      links={(Object.keys(trackingModes) as TrackingMode[]).map((one) => {
        const ModeIcon = icons[one];
        return {
          label: trackingModes[one],
          search: one === firstMode ? {} : { mode: one },
          current: one === mode,
          picture: <ModeIcon size={20} stroke={1.6} aria-hidden="true" />,
          count: data && `${formatInteger(data.inApp[one])} of ${formatInteger(data.modes[one])}`,
        };
      })}
    />
  );
}
