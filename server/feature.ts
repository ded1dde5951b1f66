import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Demo } from '#server/records/demo.ts';
import { type EntityKind, columnOf } from '#server/records/kind.ts';
import type { History } from '#server/history/history.ts';
import type { Route } from '#contract/route.ts';
import { type Handlers, mount } from '#server/http/mount.ts';
import type { SignInLimits } from '#server/auth/limits.ts';
import type { LinkMail } from '#server/auth/link-mail.ts';
import type { Storage } from '#server/images/storage.ts';

/** What the handlers of a feature work with. */
export type Services = {
  /** The log, over this feature's share of the connections (`history.db`). */
  history: History;
  /** A connection of its own in pipeline mode, for statements that take no time. */
  pipeline: () => NodePgDatabase;
  storage: Storage;
  /** Every column of the desk that may hold the address of an image. */
  imageColumns: readonly PgColumn[];
  publicUrl: string;
  /** Sends links to people. */
  mail: LinkMail;
  signInLimits: SignInLimits;
  log: FastifyBaseLogger;
};

/** What one area of the desk adds to the server, for the list in `server/features.ts`. */
export type Feature<Api extends Record<string, Record<string, Route>>> = {
  /** The kinds that staff write here, those that hold others first. */
  kinds?: readonly EntityKind[];
  /** Columns of other tables that may hold the address of an image: the sweep keeps these images. */
  imageColumns?: readonly PgColumn[];
  /** What answers the calls, by their names in the API. */
  handlers: (services: Services) => { [Name in keyof Api]?: Handlers<Api[Name]> };
  /** Fills what is empty here with the content that a new desk starts with, in the transaction of `client`. */
  reference?: (client: pg.ClientBase, given: Pick<Demo, 'today' | 'staffId'>) => Promise<void>;
  /** What is to be done now and then, at any moment, by any process: it finds by itself what there is to do. */
  upkeep?: (services: Services) => Promise<void>;
  /** Fills what is empty here with demo data, in the transaction of `client`. */
  demo?: (client: pg.ClientBase, demo: Demo) => Promise<void>;
};

/** Every column of these features that may hold the address of an image. */
export const imageColumnsOf = (features: readonly Pick<Feature<never>, 'kinds' | 'imageColumns'>[]) =>
  features.flatMap(({ kinds = [], imageColumns = [] }) => [
    ...imageColumns,
    ...kinds.flatMap((entity) =>
      (entity.images ?? []).map((image) => columnOf(entity, typeof image === 'string' ? image : image.field)),
    ),
  ]);

/** Serves the calls of a feature. */
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
