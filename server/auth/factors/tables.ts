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

/** Passkeys of staff: public keys, so nothing here is secret. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    staffId: staffId(),
    /** The name that its owner chose. */
    name: text('name').notNull(),
    /** The id from the authenticator, in base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** The use counter of the authenticator; 0 for one without a counter. A smaller value comes from a copy. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_staff').on(table.staffId)],
);

/** The authenticator app of an account, which has at most one. */
export const authenticatorApps = pgTable(
  'authenticator_apps',
  {
    id: id(),
    staffId: staffId(),
    /** In the format of `secret-box.ts`. */
    secret: bytes('secret').notNull(),
    /** The step of 30 seconds of the last accepted code: this code and older ones are no longer accepted. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    /** Wrong codes since the last right one, including those still being checked. */
    wrong: integer('wrong').notNull().default(0),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('authenticator_apps_staff').on(table.staffId)],
);

/** The unused recovery codes: using one deletes it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { staffId: staffId(), hash: digest('hash').notNull() },
  (table) => [primaryKey({ columns: [table.staffId, table.hash] })],
);

export type Purpose = 'sign-in' | 'confirm' | 'add-passkey' | 'add-totp';

/** Open challenges. Only the caller knows the token. */
export const challenges = pgTable(
  'challenges',
  {
    hash: digest('hash').primaryKey(),
    purpose: text('purpose').$type<Purpose>().notNull(),
    /** Null for signing in with a passkey alone, which identifies the account. */
    staffId: uuid('staff_id').references(() => staff.id, { onDelete: 'cascade' }),
    /** The session that requested it; null before sign-in. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** A hash of the requesting address, only for signing in with a passkey alone. */
    address: digest('address'),
    /** The secret of the authenticator app that is being added, in the format of `secret-box.ts`. */
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
