import {
  activity as activityContract,
  cycleApi as api,
  description as descriptionContract,
  insight as insightContract,
  phase as phaseContract,
  phaseNames,
  week as weekContract,
} from '#contract/cycle.ts';
import { defineEntity } from '#web/entity/define-entity.tsx';
import { excerpt } from '#web/lib/excerpt.ts';
import { linesOf } from '#web/rich-text/words.ts';

/** How much there is of each. */
const shownBy = [api.cycle.analytics];

export const phase = defineEntity({
  contract: phaseContract,
  routes: api.phases,
  shownBy: [...shownBy, api.cycle.settings],
  title: ({ title }) => title,
});

export const activity = defineEntity({
  contract: activityContract,
  routes: api.activities,
  shownBy,
  title: ({ name }) => name,
  shown: { richContent: { format: (html) => linesOf(String(html)) } },
  created: 'Added',
});

/** An insight has no name: its message says most. */
export const insight = defineEntity({
  contract: insightContract,
  routes: api.insights,
  shownBy,
  scope: 'phase',
  title: ({ phase: of, personalizedMessage }) => excerpt(personalizedMessage) || `${phaseNames[of]} insight`,
  created: 'Added',
});

export const description = defineEntity({
  contract: descriptionContract,
  routes: api.descriptions,
  title: ({ title }) => title,
  created: 'Added',
});

export const week = defineEntity({
  contract: weekContract,
  routes: api.weeks,
  shownBy,
  title: ({ weekNumber }) => `Week ${weekNumber}`,
  named: true,
  created: 'Added',
  layout: {
    rows: [['weekNumber', 'trimester'], ['babySize'], ['developments'], ['tips'], ['citations'], ['currentWeekColor']],
  },
});
