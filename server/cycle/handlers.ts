import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { type CycleSettings, type PhaseName, phaseFields } from '#contract/cycle.ts';
import type { Kind } from '#contract/kinds.ts';
import { withPublicImages } from '#contract/rich-text.ts';
import {
  activityKind,
  cycleKinds,
  insightKind,
  phaseDescriptionKind,
  phaseKind,
  pregnancyWeekKind,
} from '#server/cycle/kinds.ts';
import { activities, insights, phaseDescriptions, phases, pregnancyWeeks } from '#server/cycle/tables.ts';
import { editionHandlers } from '#server/editions/handlers.ts';
import { crud } from '#server/history/crud.ts';
import type { Services } from '#server/feature.ts';
import type { KeptTable, KindOf } from '#server/records/kind.ts';
import { findNextWords, listShown } from '#server/records/reads.ts';
import { cached } from '#server/http/responses/cached.ts';
import type { Handlers } from '#server/http/mount.ts';

const areas = ['cycle'];

/** The colour of each trimester in the app. */
const pregnancyColors = { First: '#7DD3C0', Second: '#5FB8A5', Third: '#2F8F7B' };

/** The settings, with the colours of the phases. */
async function readSettings(db: NodePgDatabase): Promise<CycleSettings> {
  const stored = await db.select({ phase: phases.phase, color: phases.color }).from(phases);
  const colorOf = (name: PhaseName) => stored.find((one) => one.phase === name)?.color || phaseFields.blank.color;
  return {
    defaultCycleLength: 28,
    defaultPeriodLength: 5,
    phaseColors: {
      menstrual: colorOf('menstrual'),
      follicular: colorOf('follicular'),
      ovulation: colorOf('ovulation'),
      luteal: colorOf('luteal'),
    },
    pregnancyColors,
  };
}

/** The content that the app shows, all read at one moment. Content of an inactive phase is hidden with it. */
const readShown = (db: NodePgDatabase, publicUrl: string) =>
  db.transaction(
    async (tx) => {
      const settings = await readSettings(tx);
      const shown = await listShown(tx, phaseKind, eq(phases.isActive, true));
      const allActivities = await listShown(tx, activityKind, eq(activities.isActive, true));
      const allInsights = await listShown(tx, insightKind, eq(insights.isActive, true));
      const allDescriptions = await listShown(tx, phaseDescriptionKind, eq(phaseDescriptions.isActive, true));
      return {
        settings,
        phases: shown.map((one) => {
          const isOfPhase = (other: { phase: PhaseName }) => other.phase === one.phase;
          return Object.assign(one, {
            activities: allActivities
              .filter(isOfPhase)
              .map((child) => Object.assign(child, { richContent: withPublicImages(child.richContent, publicUrl) })),
            insights: allInsights.filter(isOfPhase),
            descriptions: allDescriptions.filter(isOfPhase),
          });
        }),
        weeks: await listShown(tx, pregnancyWeekKind, eq(pregnancyWeeks.isActive, true)),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

type Api = Pick<typeof api, 'phases' | 'activities' | 'insights' | 'descriptions' | 'weeks' | 'cycle'>;

export function cycleHandlers({ history, publicUrl }: Services): { [Name in keyof Api]: Handlers<Api[Name]> } {
  const { db } = history;

  /** The handlers of every kind with editions. */
  const handlersOf = <T extends KeptTable, K extends Kind>(entity: KindOf<T, K>) => ({
    ...crud(history, entity, { publicUrl }),
    ...editionHandlers(history, entity),
  });

  return {
    phases: handlersOf(phaseKind),
    activities: handlersOf(activityKind),
    insights: handlersOf(insightKind),
    descriptions: handlersOf(phaseDescriptionKind),
    weeks: handlersOf(pregnancyWeekKind),
    cycle: {
      analytics: cached({
        areas,
        read: async () => ({
          totalPhases: await db.$count(phases),
          totalActivities: await db.$count(activities),
          totalInsights: await db.$count(insights),
          pregnancyWeeks: await db.$count(pregnancyWeeks),
        }),
      }),
      settings: cached({ areas, read: () => readSettings(db) }),
      published: cached({
        areas: [...areas, 'approvals'],
        read: (_, replica = db) => readShown(replica, publicUrl),
        validUntil: (_, replica = db) => findNextWords(replica, cycleKinds),
      }),
    },
  };
}
