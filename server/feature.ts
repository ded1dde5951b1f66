import type { SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Demo } from '#server/records/demo-records.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import type { History } from '#server/history/history.ts';
import type { CaseMark } from '#contract/case-states.ts';
import type { WrittenKind } from '#contract/live.ts';
import type { Placeholders } from '#contract/placeholders.ts';
import type { Route } from '#contract/route.ts';
import { type Handlers, mount } from '#server/http/mount.ts';
import type { SignInLimits } from '#server/auth/limits/limits.ts';
import type { MailServer } from '#server/auth/send-mail.ts';
import type { LinkMail } from '#server/auth/link-mail.ts';
import type { Storage } from '#server/images/storage.ts';

/** The services for the handlers of a feature. */
export type Services = {
  /** The log, over this feature's share of the connections (`history.db`). */
  history: History;
  /** A separate connection in pipeline mode, for fast statements. */
  pipeline: () => NodePgDatabase;
  storage: Storage;
  /** Every column of the desk that may contain the address of an image. */
  imageColumns: readonly PgColumn[];
  publicUrl: string;
  /** The values of the placeholders in the texts of the app. */
  placeholders: Placeholders;
  /** Whether there is a mail server. */
  sendsMail: boolean;
  /** Whether the desk has its own database, of which it makes backups. */
  hasOwnDatabase: boolean;
  mailServer: MailServer;
  /** Sends links by mail. */
  mail: LinkMail;
  signInLimits: SignInLimits;
  /** The host that is told of changes for the app; null when none is. */
  newsHost: string | null;
  /** The marks that open a case by themselves. */
  caseMarks: readonly CaseMark[];
  /** The number of crisis cases within 24 hours after which the desk suggests a pause. */
  crisisPauseAfter: number;
  /** Tells open desks what the app has written, after its commit. */
  appWrote: (kinds: readonly WrittenKind[]) => void;
  log: FastifyBaseLogger;
};

/** The parameters of the content of a new desk. */
export type ReferenceOptions = Pick<Demo, 'today' | 'staffId'> & {
  /** Whether the app shows the content at once. No clinician has reviewed it. */
  isActive: boolean;
};

/** The server part of one area of the desk, for the list in `server/features.ts`. */
export type Feature<Api extends Record<string, Record<string, Route>>> = {
  /** The kinds that staff edit here, parents first. */
  kinds?: readonly EntityKind[];
  /** Columns of other tables that may contain the address of an image: the sweep keeps these images. */
  imageColumns?: readonly PgColumn[];
  /** The handlers of the routes, by their names in the API. */
  handlers: (services: Services) => { [Name in keyof Api]?: Handlers<Api[Name]> };
  /** Fills empty tables with the content of a new desk, in the transaction of `client`. */
  reference?: (client: pg.ClientBase, given: ReferenceOptions) => Promise<void>;
  /** A recurring task that any process may run at any time. It finds out on its own whether there is work. */
  upkeep?: (services: Services) => Promise<void>;
  /**
   * Returns a function that sends the mails that are due. Any process may run it at any time, beside the upkeep, because
   * a mail server can be slow. `now` is the present, for tests.
   */
  mails?: (services: Services) => (now?: SQL) => Promise<void>;
  /** Fills empty tables with demo data, in the transaction of `client`. */
  demo?: (client: pg.ClientBase, demo: Demo) => Promise<void>;
};

/** Every column of these features that may contain the address of an image. */
export const imageColumnsOf = (features: readonly Pick<Feature<never>, 'kinds' | 'imageColumns'>[]) =>
  features.flatMap(({ kinds = [], imageColumns = [] }) => [
    ...imageColumns,
    ...kinds.flatMap((entity) =>
      (entity.images ?? []).map((image) => columnOf(entity, typeof image === 'string' ? image : image.field)),
    ),
  ]);

/** Mounts the routes of a feature. */
export function mountFeature(
  app: FastifyInstance,
  api: Record<string, Record<string, Route>>,
  { handlers }: { handlers: (services: Services) => Record<string, unknown> },
  services: Services,
) {
  for (const [name, calls] of Object.entries(handlers(services))) {
    mount(app, name, api[name] ?? {}, calls as Handlers<Record<string, Route>>);
  }
}
