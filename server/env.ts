import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { caseMarks } from '#contract/case-states.ts';
import { deskTimeZone } from '#contract/common.ts';
import { faultOfUrl } from '#server/database/connect/address.ts';
import { passwordWeakness } from '#server/auth/password-policy.ts';

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

const postgresUrl = z
  .string()
  .superRefine((value, context) => {
    const message = faultOfUrl(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .default('');

const isSmtpUrl = (value: string) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol);

/** Whether a value is an origin as shown in an address bar: scheme, host and port, with nothing after them. */
const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;

const isAddressOrSubnet = (value: string) => {
  const [address = '', bits, ...more] = value.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** An address for requests of the desk: unencrypted only on this machine. */
const isWebhookUrl = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username === '' && password === '';
};

/** A secret of Standard Webhooks: 24 to 64 bytes in base64. */
const isWebhookSecret = (value: string) => {
  const [, encoded = ''] = /^whsec_([A-Za-z\d+/]{32,86}={0,2})$/.exec(value) ?? [];
  const bytes = Buffer.from(encoded, 'base64').length;
  return bytes >= 24 && bytes <= 64;
};

/** Has no character with a meaning in HTML, because it becomes part of texts of the app. */
const phoneNumbers = (most: number) =>
  z.string().regex(new RegExp(String.raw`^[\p{L}\p{M}\d +,;:()./-]{1,${most}}$`, 'u'), {
    error: `must be at most ${most} letters, digits, spaces and + , ; : ( ) . / -`,
  });

/** Some of the marks that may open a case, or none. */
const marks = z
  .string()
  .transform((value) => (value === 'none' ? [] : value.split(',').map((mark) => mark.trim())))
  .pipe(z.array(z.enum(caseMarks, { error: `must be none, or some of ${caseMarks.join(',')}` })));

const trustProxy = z.string().transform((value, context): false | number | string[] => {
  if (value === 'off') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value) === 0 ? false : Number(value);
  const proxies = value.split(',').map((proxy) => proxy.trim());
  if (proxies.every(isAddressOrSubnet)) return proxies;
  context.addIssue({ code: 'custom', message: 'must be a number of proxies, or addresses and subnets with commas' });
  return z.NEVER;
});

/** Every setting, under its name in the environment. `.env.example` lists the same ones. */
export const environment = z
  .object({
    DATABASE_URL: postgresUrl,
    DATABASE_DIRECT_URL: postgresUrl,
    DATABASE_REPLICA_URL: postgresUrl,
    DATABASE_DRIVER: z.enum(['fast', 'plain'], { error: 'must be fast or plain' }).default('fast'),
    DATABASE_POOL: whole(2, 500).default(10),
    DATA_DIR: z.string().default('./data'),
    HOST: z.string().default('127.0.0.1'),
    PORT: whole(0, 65_535).default(4000),
    WORKERS: whole(1, 128).default(1),
    DRAIN_SECONDS: whole(0, 600).default(0),
    METRICS_PORT: whole(1, 65_535).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    MAX_CONNECTIONS: whole(10, 1_000_000).default(1000),
    MAX_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000).default(200),
    PUBLIC_URL: z.string().refine(isOrigin, 'must be an origin such as https://desk.example.org').default(''),
    TRUST_PROXY: trustProxy.default(false),
    EMERGENCY_NUMBER: phoneNumbers(40).default('112'),
    HELP_LINES: phoneNumbers(300).default(''),
    ADMIN_EMAIL: z.email('must be an email address').default(''),
    ADMIN_PASSWORD: z
      .string()
      .superRefine((value, context) => {
        const message = passwordWeakness(value);
        if (message) context.addIssue({ code: 'custom', message });
      })
      .default(''),
    DEMO_USERS: whole(0, 5_000_000).optional(),
    DEMO_DOCTORS: whole(0, 5000).default(40),
    DEMO_CARDS: whole(0, 2000).default(120),
    SESSION_IDLE_MINUTES: whole(1, 1440).default(30),
    SESSION_MAX_HOURS: whole(1, 168).default(12),
    BEARER_MINUTES: whole(1, 1440).default(15),
    CONFIRM_MINUTES: whole(1, 1440).default(15),
    REQUIRE_SECOND_FACTOR: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
    FACTOR_KEY: z
      .string()
      .regex(/^[A-Za-z\d+/]{43}=$/, 'must be 32 bytes in base64: openssl rand -base64 32')
      .transform((value) => Buffer.from(value, 'base64'))
      .nullable()
      .default(null),
    SIGN_IN_WINDOW_MINUTES: whole(1, 1440).default(15),
    SIGN_IN_LIMIT_ACCOUNT_ADDRESS: whole(1, 1_000_000).default(10),
    SIGN_IN_LIMIT_ADDRESS: whole(1, 1_000_000).default(50),
    SIGN_IN_LIMIT_ACCOUNT: whole(1, 1_000_000).default(100),
    DISK_RESERVE_MB: whole(0, 1_000_000_000).default(200),
    UPLOADS_PER_DAY: whole(1, 1_000_000).default(500),
    S3_ENDPOINT: z.string().refine(isOrigin, 'must be an origin such as https://s3.example.org').default(''),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY: z.string().default(''),
    S3_SECRET_KEY: z.string().default(''),
    SMTP_URL: z.string().refine(isSmtpUrl, 'must be an smtp:// or smtps:// URL').default(''),
    MAIL_FROM: z.email('must be an email address').default(''),
    CASE_MARKS: marks.default([...caseMarks]),
    CRISIS_PAUSE_AFTER: whole(1, 1000).default(10),
    APP_CALLS_PER_MINUTE: whole(1, 1_000_000_000).default(3000),
    APP_WEBHOOK_URL: z
      .string()
      .refine(isWebhookUrl, 'must be an https:// address without a user, or an http:// one of this machine')
      .default(''),
    APP_WEBHOOK_SECRET: z
      .string()
      .refine(isWebhookSecret, 'must be whsec_ and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32)')
      .default(''),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
  })
  .refine((value) => (value.ADMIN_EMAIL === '') === (value.ADMIN_PASSWORD === ''), {
    path: ['ADMIN_EMAIL and ADMIN_PASSWORD'],
    message: 'belong together: set both or none',
  })
  .refine((value) => new Set([value.S3_ENDPOINT, value.S3_ACCESS_KEY, value.S3_SECRET_KEY].map(Boolean)).size === 1, {
    path: ['S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY'],
    message: 'belong together: set all or none',
  })
  .refine((value) => value.DATABASE_DIRECT_URL === '' || value.DATABASE_URL !== '', {
    path: ['DATABASE_DIRECT_URL'],
    message: 'needs DATABASE_URL',
  })
  .refine((value) => value.DATABASE_REPLICA_URL === '' || value.DATABASE_URL !== '', {
    path: ['DATABASE_REPLICA_URL'],
    message: 'needs DATABASE_URL',
  })
  .refine((value) => (value.APP_WEBHOOK_URL === '') === (value.APP_WEBHOOK_SECRET === ''), {
    path: ['APP_WEBHOOK_URL and APP_WEBHOOK_SECRET'],
    message: 'belong together: set both or none',
  })
  .refine((value) => value.SMTP_URL === '' || (value.MAIL_FROM !== '' && value.PUBLIC_URL !== ''), {
    path: ['SMTP_URL'],
    message: 'needs MAIL_FROM and PUBLIC_URL',
  });

export type Settings = ReturnType<typeof readEnv>;

/**
 * The settings of this start. An empty value counts as not set. Throws one Error with a line for each invalid setting;
 * the lines never repeat a value, which may be a secret.
 */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const read = environment.safeParse(set);
  if (!read.success) {
    throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const env = read.data;
  return {
    /** Empty: the embedded database in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** The same database without the pooler, when `databaseUrl` is that of a pooler; else empty. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** A replica from which content for the app is read; empty when there is none. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** The maximum number of connections of this process, besides its pipelines and the one that listens. */
    databasePool: env.DATABASE_POOL,
    /** Absolute. */
    dataDir: path.resolve(env.DATA_DIR),
    host: env.HOST,
    port: env.PORT,
    /** The number of processes that serve the desk on that port. */
    workers: env.WORKERS,
    /** Seconds for which the desk still serves everything but `/readyz` after it was asked to end. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Undefined when nothing is measured. */
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    /** The maximum number of open connections to this process, in all and from one address. */
    maxConnections: env.MAX_CONNECTIONS,
    maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
    /** An origin without a slash at the end, or empty. */
    publicUrl: env.PUBLIC_URL,
    /** In the format of Fastify's `trustProxy`. */
    trustProxy: env.TRUST_PROXY,
    /** The values of the placeholders in the texts of the app. */
    placeholders: { emergency: env.EMERGENCY_NUMBER, helpline: env.HELP_LINES },
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    /** Undefined means 2,000 for a new embedded database, else none. */
    demoUsers: env.DEMO_USERS,
    /** Demo doctors and cards are loaded only together with demo users. */
    demoDoctors: env.DEMO_DOCTORS,
    demoCards: env.DEMO_CARDS,
    sessionIdleMinutes: env.SESSION_IDLE_MINUTES,
    sessionMaxHours: env.SESSION_MAX_HOURS,
    bearerMinutes: env.BEARER_MINUTES,
    /** Minutes after sign-in or a confirmation for which sensitive calls need no further confirmation. */
    confirmMinutes: env.CONFIRM_MINUTES,
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR ? env.REQUIRE_SECOND_FACTOR === 'on' : env.DATABASE_URL !== '',
    /** 32 bytes that encrypt the secrets of authenticator apps; null means that they are stored unencrypted. */
    factorKey: env.FACTOR_KEY,
    signInWindowMinutes: env.SIGN_IN_WINDOW_MINUTES,
    signInLimitAccountAddress: env.SIGN_IN_LIMIT_ACCOUNT_ADDRESS,
    signInLimitAddress: env.SIGN_IN_LIMIT_ADDRESS,
    signInLimitAccount: env.SIGN_IN_LIMIT_ACCOUNT,
    /** Bytes that stay free on the disk of `dataDir`: with less space, uploads are refused. */
    diskReserve: env.DISK_RESERVE_MB * 1024 * 1024,
    /** The number of images that one account may upload within 24 hours. */
    uploadsPerDay: env.UPLOADS_PER_DAY,
    /** Null when images are files in `dataDir`. */
    s3: env.S3_ENDPOINT
      ? {
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          accessKey: env.S3_ACCESS_KEY,
          secretKey: env.S3_SECRET_KEY,
        }
      : null,
    /** Empty when links are not sent. */
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** The marks that open a case by themselves. */
    caseMarks: env.CASE_MARKS,
    /** The number of crisis cases within 24 hours after which the desk suggests a pause to a colleague. */
    crisisPauseAfter: env.CRISIS_PAUSE_AFTER,
    /** The number of calls within a minute that each key of the app's backend may make to each process. */
    appCallsPerMinute: env.APP_CALLS_PER_MINUTE,
    /** Null when the app's backend is not told of changes. */
    appWebhook: env.APP_WEBHOOK_URL ? { url: env.APP_WEBHOOK_URL, secret: env.APP_WEBHOOK_SECRET } : null,
    logLevel: env.LOG_LEVEL,
  };
}

/**
 * Loads the lines of `.env` into the environment when the file exists; variables that are already set take precedence.
 */
export function loadEnvFile(file = path.resolve('.env')): void {
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Makes the time zone of the staff that of this process, unless `TZ` names another one: pages are drawn with its days and
 * times (`server/http/drawing/`). All else has no zone, or its own.
 */
export function setTimeZone(): void {
  process.env['TZ'] ??= deskTimeZone;
}

/**
 * The database alone, for a command that needs no other setting: `databaseUrl` is empty for the embedded one in `dataDir`. No
 * other line of `.env` is kept.
 */
export function readDatabaseAddress(file = path.resolve('.env')) {
  const lines = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const [url, folder] = (['DATABASE_URL', 'DATA_DIR'] as const).map((name) => process.env[name] || lines[name]);
  const fault = url ? faultOfUrl(url) : undefined;
  if (fault) throw new Error(`DATABASE_URL ${fault}`);
  return { databaseUrl: url ?? '', dataDir: path.resolve(folder || './data') };
}

/** The path of a file named at the shell, relative to the folder where npm or `awa-desk` was called. */
export const namedFile = (name: string) => path.resolve(process.env.INIT_CWD ?? '', name);
