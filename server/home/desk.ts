import { type Placeholder, sql } from 'drizzle-orm';
import { type FirstStep, type HomeCheck, backupDays, firstSteps, sealMinutes } from '#contract/home.ts';
import { announcements } from '#server/announcements/tables.ts';
import { appFeed } from '#server/app-backend/tables.ts';
import { factorKinds } from '#server/auth/factors/kinds.ts';
import { staff } from '#server/auth/tables.ts';
import { isoText } from '#server/database/columns.ts';
import { cards } from '#server/lady-due/tables.ts';
import { logChecks, unsealed } from '#server/log/tables.ts';
import { unsentMails } from '#server/safety/alerts.ts';

/** The state of the desk as this process knows it. */
export type DeskSetup = {
  /** Whether there is a mail server. */
  sendsMail: boolean;
  /** The host that is told of changes for the app; null when none is. */
  newsHost: string | null;
  /** Whether the desk has its own database, of which it makes backups. */
  hasOwnDatabase: boolean;
};

/** The state of the desk, as `deskJson` reads it. Times are in ISO 8601. */
export type DeskState = {
  lateMails: boolean;
  push: { at: string | null; hasFailed: boolean };
  checkedAt: string | null;
  hasFault: boolean;
  lateSeals: boolean;
  backedUpAt: string | null;
  isBackupLate: boolean;
  hasFactor: boolean;
  hasAnnouncement: boolean;
  hasColleague: boolean;
  hasContent: boolean;
};

/** Minutes after which a mail that no mail server has taken is late, as in the alerts for operators. */
const mailMinutes = 2;

/** The state of the desk for an account, as JSON: a `DeskState`. */
export const deskJson = (staffId: string | Placeholder) => sql`SELECT json_build_object(
  'lateMails', EXISTS (SELECT ${unsentMails} AND alerts.at < now() - make_interval(mins => ${mailMinutes})),
  'push', (SELECT json_build_object(
    'at', ${isoText(sql`CASE WHEN ${appFeed.pushFailures} > 0 THEN ${appFeed.pushFailedAt} ELSE ${appFeed.pushedAt} END`)},
    'hasFailed', ${appFeed.pushFailures} > 0) FROM ${appFeed}),
  'checkedAt', (SELECT ${isoText(logChecks.startedAt)} FROM ${logChecks} WHERE ${logChecks.found} IS NOT NULL),
  'hasFault', EXISTS (SELECT FROM ${logChecks} WHERE jsonb_typeof(${logChecks.found} -> 'fault') = 'object'),
  'lateSeals', EXISTS (SELECT FROM ${unsealed} WHERE ${unsealed.at} < now() - make_interval(mins => ${sealMinutes})),
  'backedUpAt', (SELECT ${isoText(sql`backed_up_at`)} FROM desk),
  'isBackupLate', (SELECT backed_up_at < now() - make_interval(days => ${backupDays}) FROM desk),
  'hasFactor', (SELECT cardinality(${factorKinds}) > 0 FROM ${staff} WHERE ${staff.id} = ${staffId}::uuid),
  'hasAnnouncement', EXISTS (SELECT FROM ${announcements}),
  'hasColleague', (SELECT count(*) > 1 FROM ${staff}),
  'hasContent', EXISTS (SELECT FROM ${cards}))`;

/** The checks of a desk, for administrators. */
export function checksOf(desk: DeskState, { sendsMail, newsHost, hasOwnDatabase }: DeskSetup): HomeCheck[] {
  const backup = desk.isBackupLate ? 'late' : 'good';
  const push = desk.push.hasFailed ? 'failed' : 'good';
  const log = desk.lateSeals ? 'late' : desk.checkedAt === null ? 'never' : 'good';
  return [
    { name: 'mail', state: sendsMail ? (desk.lateMails ? 'late' : 'good') : 'off', at: null },
    newsHost === null
      ? { name: 'push', state: 'off', at: null }
      : { name: 'push', state: desk.push.at === null ? 'never' : push, at: desk.push.at },
    { name: 'log', state: desk.hasFault ? 'failed' : log, at: desk.checkedAt },
    hasOwnDatabase
      ? { name: 'backup', state: desk.backedUpAt === null ? 'never' : backup, at: desk.backedUpAt }
      : { name: 'backup', state: 'off', at: null },
  ];
}

/** The first steps of a desk, until all of them are done. */
export function stepsOf(desk: DeskState, { hasOwnDatabase }: DeskSetup): FirstStep[] {
  const done: Record<FirstStep['name'], boolean> = {
    factor: desk.hasFactor,
    announcement: desk.hasAnnouncement,
    colleague: desk.hasColleague,
    content: desk.hasContent,
    // Another database is backed up by its own tools.
    backup: !hasOwnDatabase || desk.backedUpAt !== null,
  };
  const steps = firstSteps.map((name) => ({ name, isDone: done[name] }));
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}
