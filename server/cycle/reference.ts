import type pg from 'pg';
import { activityKind, phaseDescriptionKind, insightKind, phaseKind, pregnancyWeekKind } from '#server/cycle/kinds.ts';
import activities from '#server/cycle/reference/activities.json' with { type: 'json' };
import descriptions from '#server/cycle/reference/descriptions.json' with { type: 'json' };
import insights from '#server/cycle/reference/insights.json' with { type: 'json' };
import phases from '#server/cycle/reference/phases.json' with { type: 'json' };
import firstWeeks from '#server/cycle/reference/weeks-first-trimester.json' with { type: 'json' };
import secondWeeks from '#server/cycle/reference/weeks-second-trimester.json' with { type: 'json' };
import thirdWeeks from '#server/cycle/reference/weeks-third-trimester.json' with { type: 'json' };
import type { ReferenceOptions } from '#server/feature.ts';
import { type DemoRow, copyDemoRecords } from '#server/records/demo-records.ts';
import type { KeptTable, KindOf } from '#server/records/kind.ts';

/**
 * Fills empty tables of the cycle with the default texts: four phases with their content, and the pregnancy weeks from
 * 1 to 42.
 */
export async function copyReference(client: pg.ClientBase, given: ReferenceOptions) {
  const copy = <T extends KeptTable>(entity: KindOf<T>, texts: object[]) =>
    copyDemoRecords(
      client,
      entity,
      // The rules of the kind refuse an invalid text.
      texts.map((one) => ({ ...one, isActive: given.isActive, made: given.today }) as DemoRow<T>),
      given,
    );
  await copy(phaseKind, phases);
  await copy(activityKind, activities);
  await copy(insightKind, insights);
  await copy(phaseDescriptionKind, descriptions);
  await copy(pregnancyWeekKind, [...firstWeeks, ...secondWeeks, ...thirdWeeks]);
}
