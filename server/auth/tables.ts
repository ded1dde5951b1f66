import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AppScope } from '#contract/app-scopes.ts';
import type { Role } from '#contract/roles.ts';
import { digest, id, instant, timestamps } from '#server/database/columns.ts';

/**
 * The key by which emails are unique. In the collation C it is the same on every Postgres, and its index stays valid
 * across versions of the operating system.
 */
export const emailKey = (email: AnyPgColumn) => sql`lower(${email} COLLATE "C")`;

export const staff = pgTable(
  'staff',
  {
    id: id(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** With which the account approves medical texts. */
    qualification: text('qualification').notNull().default(''),
    /** argon2id, in its encoded form. */
    passwordHash: text('password_hash').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    ...timestamps(),
  },
  (table) => [uniqueIndex('staff_email_c').on(emailKey(table.email))],
);

/** One row for each sign-in. The cookie holds the secret, the row its hash. A logout deletes the row. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    cookieHash: digest('cookie_hash').notNull(),
    /** The device and the network address of the sign-in, in words. */
    from: text('opened_from').notNull().default(''),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    usedAt: instant('used_at')
      .notNull()
      .default(sql`now()`),
    /** When the person signed in, or last confirmed their identity. */
    confirmedAt: instant('confirmed_at')
      .notNull()
      .default(sql`now()`),
    /** The account must set up a second factor: until then the session may do nothing else. */
    mustAddFactor: boolean('must_add_factor').notNull().default(false),
    /** When the session ends, regardless of use. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_cookie').on(table.cookieHash),
    index('sessions_staff').on(table.staffId),
    index('sessions_ends').on(table.endsAt),
  ],
);

/** The accounts that wish for the mail of the day, with the last day in Lagos that needs no mail any more. */
export const dailyMails = pgTable('daily_mails', {
  staffId: uuid('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  day: date('day', { mode: 'string' }).notNull(),
  /** When a process last took on the mail of the next day, and how many times that day. */
  claimedAt: instant('claimed_at'),
  tries: integer('tries').notNull().default(0),
});

/**
 * The links for setting the password of an account, at most one each: for an invited person, or one who has lost the
 * old password. A new link replaces it, and using it removes it. Disabling the account removes it too, unless the
 * account has no password yet: then it stays as an expired link.
 */
export const invitations = pgTable('invitations', {
  staffId: uuid('staff_id')
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  hash: digest('hash').notNull().unique('invitations_hash'),
  invitedBy: uuid('invited_by')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  /** The account has no password yet. */
  isNew: boolean('is_new').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** The bearers of a session that are still valid. A refresh adds one, and older ones expire. */
export const bearers = pgTable(
  'bearers',
  {
    hash: digest('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('bearers_session').on(table.sessionId), index('bearers_expires').on(table.expiresAt)],
);

/** Failed sign-ins, and those still being checked, by hashes of account and address. Later tries delete old ones. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    account: digest('account').notNull(),
    address: digest('address').notNull(),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('sign_in_failures_account').on(table.account, table.at),
    index('sign_in_failures_address').on(table.address, table.at),
    index('sign_in_failures_at').on(table.at),
  ],
);

/** The keys of the app's backend. The key itself is stored nowhere, only its hash. */
export const appKeys = pgTable(
  'app_keys',
  {
    id: id(),
    name: text('name').notNull(),
    hash: digest('hash').notNull(),
    scopes: text('scopes').array().$type<AppScope[]>().notNull(),
    /** The networks from which it may be used, in CIDR notation; empty: from everywhere. */
    networks: text('networks').array().notNull(),
    createdAt: timestamps().createdAt,
    createdBy: uuid('created_by').references(() => staff.id, { onDelete: 'set null' }),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When it was last used, to the hour. */
    usedAt: instant('used_at'),
    /** The networks from which it was used: the first three bytes of an IPv4 address, the first six of an IPv6 address. */
    usedFrom: text('used_from').array().notNull().default([]),
  },
  (table) => [uniqueIndex('app_keys_hash').on(table.hash)],
);
