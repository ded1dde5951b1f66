import { join } from 'node:path';
import type { SQL } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { appGuard } from '#server/auth/app-keys/guard.ts';
import { appKeyStore } from '#server/auth/app-keys/store.ts';
import { guard } from '#server/auth/guard.ts';
import { callRate } from '#server/auth/limits/call-rate.ts';
import { openedPages } from '#server/auth/sessions/opened-page.ts';
import { linkMail, unsentLetters } from '#server/auth/link-mail.ts';
import { authHandlers } from '#server/auth/handlers.ts';
import { factorHandlers } from '#server/auth/factors/handlers.ts';
import { secretBox } from '#server/auth/factors/secret-box.ts';
import { signInLimiter } from '#server/auth/limits/limits.ts';
import { refusalLog } from '#server/auth/limits/refused-sign-ins.ts';
import { sessionCookie } from '#server/auth/sessions/cookie.ts';
import { lifetimesOf, sessionStore } from '#server/auth/sessions/store.ts';
import { contentVersionReader } from '#server/database/content-versions.ts';
import { migrationsCurrent } from '#server/database/migrate.ts';
import type { Database } from '#server/database/open.ts';
import type { Settings } from '#server/env.ts';
import { features } from '#server/features.ts';
import { imageColumnsOf, mountFeature } from '#server/feature.ts';
import { createHistory } from '#server/history/history.ts';
import { binHandlers } from '#server/history/bin-handlers.ts';
import { historyHandlers } from '#server/history/handlers.ts';
import { readContentVersionsBy } from '#server/http/responses/cached.ts';
import { limitConnections } from '#server/http/connections/connections.ts';
import { isPublicPath, serveDashboard } from '#server/http/dashboard.ts';
import { pageDrawer } from '#server/http/drawing/page-drawer.ts';
import { serveHealth } from '#server/http/health.ts';
import { mount } from '#server/http/mount.ts';
import { serveDocs, serveDocsPage } from '#server/http/openapi.ts';
import { createServer } from '#server/http/server.ts';
import { diskStorage } from '#server/images/disk.ts';
import { picturesState } from '#server/images/encode.ts';
import { imageHandlers } from '#server/images/handlers.ts';
import { saveUploadsTo, sweepUploads } from '#server/images/save-upload.ts';
import { s3Storage } from '#server/images/s3.ts';
import { serveImages } from '#server/images/serve.ts';
import { servePreviewLinks } from '#server/lady-due/preview-links.ts';
import { followLog } from '#server/live/log-follower.ts';
import { liveHandlers } from '#server/live/handlers.ts';
import { accountHandlers } from '#server/staff/account-handlers.ts';
import { invitationHandlers } from '#server/staff/invitation-handlers.ts';
import type { Storage } from '#server/images/storage.ts';
import { strayAfter, sweepImages } from '#server/images/sweep.ts';

const kinds = features.flatMap((feature) => feature.kinds ?? []);
/** Every column that may contain the address of an image. The sweep deletes images that no column refers to. */
const imageColumns = imageColumnsOf(features);

/**
 * Opens the storage for the images of a database, according to the settings. Throws an error of one line when an object store
 * cannot be used.
 */
export async function openStorage(
  { s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>,
  { id }: Pick<Database, 'id'>,
): Promise<Storage> {
  if (!s3) return diskStorage(join(dataDir, 'images'));
  const storage = s3Storage(s3);
  await storage.prepare(id);
  return storage;
}

type Options = {
  settings: Settings;
  database: Database;
  log: FastifyBaseLogger;
  storage: Storage;
  /** The folder of the built dashboard. */
  webFolder?: string;
  /** Measures the calls of the server. */
  observe?: (app: FastifyInstance) => void;
};

/** Builds the whole server, ready to listen. */
export async function buildApp({
  settings,
  database,
  log,
  storage,
  webFolder = join(process.cwd(), 'dist/web'),
  observe,
}: Options) {
  const { db, expectRoom } = database;
  const { publicUrl, requireSecondFactor, placeholders } = settings;
  let ready = false;
  const app = createServer({
    logger: log,
    trustProxy: settings.trustProxy,
    https: settings.publicUrl.startsWith('https:'),
  });
  observe?.(app);
  limitConnections(app.server, {
    all: settings.maxConnections,
    perAddress: settings.maxConnectionsPerAddress,
    trustProxy: settings.trustProxy,
    log,
  });
  // Several pipelines, so that a lock on the users table does not delay session look-ups.
  const guarding = database.pipeline();
  const auth = database.share();
  const sessions = sessionStore(auth, lifetimesOf(settings), placeholders, guarding);
  if (settings.requireSecondFactor) await sessions.requireFactors();
  const refusals = refusalLog(auth, log);
  app.addHook('onClose', () => refusals.write());
  const guardApp = appGuard(appKeyStore(auth, guarding), callRate(settings.appCallsPerMinute));
  guard(app, { sessions, guardApp, isPublicPath });
  readContentVersionsBy(app, contentVersionReader(database.share()));
  app.decorate('replica', database.replica);
  app.decorate('placeholders', placeholders);
  await serveDocs(app);

  const box = secretBox(settings.factorKey);
  const limits = {
    window: settings.signInWindowMinutes,
    accountAddress: settings.signInLimitAccountAddress,
    address: settings.signInLimitAddress,
    account: settings.signInLimitAccount,
  };
  const limiter = signInLimiter(auth, limits, refusals);
  const cookie = sessionCookie({ databaseId: database.id, publicUrl });
  mount(
    app,
    'auth',
    api.auth,
    authHandlers({
      db: auth,
      sessions,
      limiter,
      refusals,
      cookie,
      publicUrl,
      box,
      requireSecondFactor,
    }),
  );
  const uploads = join(settings.dataDir, 'uploads');
  /** The log, with the database share of one area. */
  const historyOf = () => createHistory(database.share(), kinds, expectRoom);
  mount(app, 'history', api.history, historyHandlers(historyOf(), log));
  mount(app, 'bin', api.bin, binHandlers(historyOf()));
  const sendsMail = settings.smtpUrl !== '';
  mount(
    app,
    'account',
    api.account,
    accountHandlers(historyOf(), { limiter, refusals }, { sessionIdleMinutes: settings.sessionIdleMinutes, sendsMail }),
  );
  const ofAccounts = createHistory(auth, kinds, expectRoom);
  mount(
    app,
    'factors',
    api.factors,
    factorHandlers({
      db: auth,
      box,
      publicUrl,
      requireSecondFactor,
      logged: (context, entry, work) =>
        ofAccounts.change(context, (change) => {
          const { id, email } = context.staff;
          change.about({ ...entry, area: 'staff', kind: 'account', entityId: id, label: email });
          return work(change.tx);
        }),
    }),
  );
  const following = followLog({
    db: database.share(),
    direct: database.direct,
    sessions,
    // The other half of the connections is for calls.
    limits: { all: settings.maxConnections / 2, perAddress: settings.maxConnectionsPerAddress / 2 },
    log,
  });
  mount(app, 'live', api.live, liveHandlers(database.share(), following, expectRoom));
  app.addHook('onResponse', async ({ staff, method }, { statusCode }) => {
    if (staff && method !== 'GET' && method !== 'HEAD' && statusCode < 300) following.tell();
  });
  app.addHook('preClose', () => following.close());
  const mail = linkMail({ smtpUrl: settings.smtpUrl, from: settings.mailFrom, publicUrl, log });
  app.addHook('onClose', async () => {
    const { waiting } = unsentLetters();
    if (waiting === 0) return;
    log.warn(
      { letters: waiting },
      'letters with links were not sent: the end of the desk ended their tries, make them again',
    );
  });
  const pipeline = () => database.pipeline();
  const served = features.map((feature) => {
    const signInLimits = limits;
    const services = {
      history: historyOf(),
      pipeline,
      storage,
      imageColumns,
      publicUrl,
      placeholders,
      mail,
      sendsMail,
      mailServer: { smtpUrl: settings.smtpUrl, from: settings.mailFrom },
      hasOwnDatabase: database.embedded,
      signInLimits,
      newsHost: settings.appWebhook && new URL(settings.appWebhook.url).host,
      caseMarks: settings.caseMarks,
      crisisPauseAfter: settings.crisisPauseAfter,
      appWrote: following.tellWritten,
      log,
    };
    mountFeature(app, api, feature, services);
    return { feature, services, sendMails: feature.mails?.(services) };
  });
  mount(app, 'invitation', api.invitation, invitationHandlers({ db: auth, sessions, cookie, requireSecondFactor }));
  mount(app, 'images', api.images, imageHandlers(historyOf(), storage, settings.uploadsPerDay), {
    receive: saveUploadsTo(uploads, settings.diskReserve),
  });
  serveImages(app, storage);
  servePreviewLinks(app, database.share(), placeholders);

  serveHealth(
    app,
    async () => {
      if (!ready) return false;
      const answers = await Promise.all([migrationsCurrent(guarding), database.takesChanges()]);
      return answers.every(Boolean);
    },
    picturesState,
  );
  await serveDocsPage(app);
  const drawer = pageDrawer(join(webFolder, '../drawing/draw.js'), app.log);
  app.addHook('onClose', () => drawer.close());
  await serveDashboard(app, webFolder, openedPages(app, { sessions, cookie, placeholders, drawer }));
  await app.ready();

  return {
    app,
    /** Makes `/readyz` return "ready" from now on: the start is complete. */
    markReady() {
      ready = true;
    },
    /**
     * Makes `/readyz` return "not ready" from now on, so that a load balancer stops sending requests. All requests are
     * still served.
     */
    markLeaving() {
      ready = false;
    },
    /** Removes unreferenced images, and partial uploads of killed processes. */
    async sweepImages() {
      await sweepUploads(uploads, strayAfter);
      return sweepImages(db, storage, imageColumns);
    },
    /** Runs the recurring tasks of the features. */
    async upkeep() {
      for (const { feature, services } of served) await feature.upkeep?.(services);
    },
    /** Sends the mails of the features that are due. `now` is the present, for tests. */
    async sendMails(now?: SQL) {
      for (const { sendMails } of served) await sendMails?.(now);
    },
    /** Makes `/readyz` return "not ready" from now on, and resolves when every accepted request has its response. */
    async drain() {
      ready = false;
      // A connection whose last response ends at the moment of closing still counts as busy, so idle connections are
      // closed again.
      const looking = setInterval(() => app.server.closeIdleConnections(), 100);
      await app.close().finally(() => clearInterval(looking));
    },
  };
}
