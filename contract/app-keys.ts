import { z } from 'zod';
import { allScopes } from '#contract/app-scopes.ts';
import { areaRoles } from '#contract/areas.ts';
import { Actor, Id, Instant, isSingleLine, text } from '#contract/common.ts';
import { failures, kindFailures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** The beginning of every key, by which secret scanners find keys. */
export const keyPrefix = 'awa_app_';

/** The number of keys that can be live at once: a new one beside the one that it replaces. */
export const maxLiveKeys = 2;

/** Days after which a key expires at the latest. */
export const maxKeyDays = 365;

/** The maximum number of networks of a key. */
const maxNetworks = 20;

const Scope = z.enum(allScopes as [(typeof allScopes)[number]]);

/** A key without its secret. Expired and revoked keys stay listed, so that their past use can be explained. */
export const AppKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(Scope),
  /** The networks from which it may be used, as address and prefix; empty when it may be used from everywhere. */
  networks: z.array(z.string()),
  state: z.enum(['live', 'expired', 'revoked']),
  createdAt: Instant,
  /** Null when it was made at the shell, or by an account that was deleted. */
  createdBy: Actor.nullable(),
  expiresAt: Instant,
  /** Null when it is not revoked. */
  revokedAt: Instant.nullable(),
  /** When it was last used, to the hour; null when it never was. */
  lastUsedAt: Instant.nullable(),
});
export type AppKey = z.infer<typeof AppKey>;

/** An IPv4 or IPv6 network in CIDR notation: `203.0.113.0/24`. */
const Network = z.union([z.cidrv4(), z.cidrv6()], { error: 'This must be a network such as 203.0.113.0/24' });

/** The fields of a new key. */
export const NewAppKey = z.strictObject({
  name: text({ min: 1, max: 100, name: 'Name' }).refine(isSingleLine, { error: 'Name must be a single line' }),
  scopes: z
    .array(Scope)
    .min(1, { error: 'Choose at least one scope' })
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'A scope is chosen twice' }),
  networks: z
    .array(Network)
    .max(maxNetworks, { error: `Name at most ${maxNetworks} networks` })
    .default([]),
  days: z.int().min(1).max(maxKeyDays).default(maxKeyDays),
});

const { look, change } = areaRoles.staff;

export const appKeysApi = {
  appKeys: {
    list: route('GET /admin/staff/app-keys', {
      summary: 'The keys of the app’s backend, the newest first, without their secrets.',
      output: z.object({ keys: z.array(AppKey) }),
      roles: look,
      failure: kindFailures['app-key'].fetch,
    }),
    make: route('POST /admin/staff/app-keys', {
      summary: `Make a key for the app’s backend. Its secret is shown only in this answer. 409 while ${maxLiveKeys} keys are live.`,
      input: NewAppKey,
      output: z.object({
        key: AppKey,
        /** The key itself, which is stored nowhere. A repeated call gets another one, unless the first was used. */
        secret: z.string(),
      }),
      status: 201,
      roles: change,
      confirm: true,
      failure: kindFailures['app-key'].create,
    }),
    revoke: route('POST /admin/staff/app-keys/{id}/revoke', {
      summary: 'Revoke a key: calls with it are refused from now on.',
      input: z.strictObject({ id: Id }),
      output: AppKey,
      roles: change,
      confirm: true,
      failure: failures.app.revoke,
    }),
  },
  appKey: {
    read: route('GET /app/v1/key', {
      summary: 'The name, the scopes and the end of the key of this call.',
      output: AppKey.pick({ name: true, scopes: true, expiresAt: true }),
      access: 'app',
      scope: 'any',
    }),
  },
};
