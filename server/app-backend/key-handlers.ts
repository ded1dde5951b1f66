import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { scopesInWords } from '#contract/app-scopes.ts';
import { listAppKeys, makeAppKey, readAppKey, renewAppKey, revokeAppKey } from '#server/auth/app-keys/store.ts';
import type { History } from '#server/history/history.ts';
import type { Handlers } from '#server/http/mount.ts';

const entry = { area: 'staff', kind: 'app-key' } as const;

/** Administrators make and revoke keys. `npm run staff -- app-key` does the same from the shell. */
export function keyHandlers(history: History): Handlers<typeof api.appKeys> {
  const withKey = async (tx: NodePgDatabase, { id, secret }: { id: string; secret: string }) => ({
    key: await readAppKey(tx, id),
    secret,
  });
  return {
    list: async () => ({ keys: await listAppKeys(history.db) }),

    make: (input, context) =>
      history.change(
        context,
        async (change) => {
          const made = await makeAppKey(change.tx, { ...input, by: context.staff.id });
          change.about({
            ...entry,
            action: 'create',
            entityId: made.id,
            label: input.name,
            details: scopesInWords(input.scopes),
          });
          return withKey(change.tx, made);
        },
        { readAgain: async (tx) => withKey(tx, await renewAppKey(tx, { name: input.name, by: context.staff.id })) },
      ),

    revoke: ({ id }, context) =>
      history.change(context, async (change) => {
        const name = await revokeAppKey(change.tx, id);
        if (name !== null) change.about({ ...entry, action: 'revoke', entityId: id, label: name });
        return readAppKey(change.tx, id);
      }),
  };
}
