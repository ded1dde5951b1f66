import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sessions, staff } from '#server/auth/tables.ts';
import { bytes, digest, id, instant } from '#server/database/columns.ts';

const staffId = () =>
  uuid('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' });

const createdAt = () =>
  instant('created_at')
    .notNull()
    .default(sql`now()`);

/** Passkeys of staff: public keys, so nothing here is a secret. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    staffId: staffId(),
    /** What its owner calls it. */
    name: text('name').notNull(),
    /** The name that the authenticator gave it, in base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** Uses that the authenticator has counted; 0 for one that does not count. A smaller one is a copy's. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_staff').on(table.staffId)],
);

/** The authenticator app of an account, which has one at most. */
export const authenticatorApps = pgTable(
  'authenticator_apps',
  {
    id: id(),
    staffId: staffId(),
    /** As `secret-box.ts` keeps it. */
    secret: bytes('secret').notNull(),
    /** The step of 30 seconds of the last code that was accepted: older codes, and this one, are not accepted any more. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    /** Wrong codes since the last right one, those still being checked included. */
    wrong: integer('wrong').notNull().default(0),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('authenticator_apps_staff').on(table.staffId)],
);

/** The recovery codes that are left: using one deletes it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { staffId: staffId(), hash: digest('hash').notNull() },
  (table) => [primaryKey({ columns: [table.staffId, table.hash] })],
);

export type Purpose = 'sign-in' | 'confirm' | 'add-passkey' | 'add-totp';

/** What somebody was asked for and has not answered yet. Its token is known only to them. */
export const challenges = pgTable(
  'challenges',
  {
    hash: digest('hash').primaryKey(),
    purpose: text('purpose').$type<Purpose>().notNull(),
    /** Null for signing in with a passkey alone, which says whose it is. */
    staffId: uuid('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    /** The session that asked; null when nobody is signed in yet. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** A hash of the address that asked, where it could be anybody's. */
    address: digest('address'),
    /** The secret of the authenticator app that is being added, as `secret-box.ts` keeps it. */
    secret: bytes('secret'),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('challenges_expires').on(table.expiresAt),
    index('challenges_staff').on(table.staffId),
    index('challenges_session').on(table.sessionId),
    index('challenges_address')
      .on(table.address)
      .where(sql`${table.address} IS NOT NULL`),
  ],
);
