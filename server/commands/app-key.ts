import { NewAppKey } from '#contract/app-keys.ts';
import { allScopes, scopesInWords } from '#contract/app-scopes.ts';
import type { Action } from '#contract/history.ts';
import { listAppKeys, makeAppKey, revokeAppKey } from '#server/auth/app-keys/store.ts';
import { say, WrongUse } from '#server/commands/command.ts';
import type { Database } from '#server/database/open.ts';
import { recordEvent } from '#server/log/events.ts';

type Db = Database['db'];

export type KeyOptions = { scopes?: string | undefined; networks?: string | undefined; days?: string | undefined };

const parts = (list: string) => list.split(',').map((one) => one.trim());

const logged = (tx: Db, action: Action, entityId: string, label: string, details = '') =>
  recordEvent(tx, { actor: null, action, area: 'staff', kind: 'app-key', entityId, label, details });

/** The fields of a key from the words of a command. Throws a sentence for each wrong one. */
function readKey(name: string, { scopes, networks, days }: KeyOptions) {
  const read = NewAppKey.safeParse({
    name,
    scopes: scopes === undefined ? allScopes : parts(scopes),
    ...(networks !== undefined && { networks: parts(networks) }),
    ...(days !== undefined && { days: Number(days) }),
  });
  if (read.success) return read.data;
  throw new WrongUse(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join('\n'));
}

/** The commands about the keys of the app's backend, each with what it takes besides its word. */
const commands: Record<string, { takes: string; run: (db: Db, given: string, options: KeyOptions) => Promise<void> }> =
  {
    make: {
      takes: 'a NAME',
      async run(db, name, options) {
        const key = readKey(name, options);
        const secret = await db.transaction(async (tx) => {
          const made = await makeAppKey(tx, { ...key, by: null });
          await logged(tx, 'create', made.id, key.name, scopesInWords(key.scopes));
          return made.secret;
        });
        say(`The key ${key.name}, shown this once: ${secret}`);
      },
    },
    list: {
      takes: '',
      async run(db) {
        for (const { id, name, state, expiresAt, lastUsedAt, scopes } of await listAppKeys(db)) {
          const used = lastUsedAt === null ? 'never used' : `used ${lastUsedAt.slice(0, 10)}`;
          say(`${id}  ${state.padEnd(7)}  until ${expiresAt.slice(0, 10)}  ${used}  ${name}  ${scopes.join(',')}`);
        }
      },
    },
    revoke: {
      takes: 'an ID',
      async run(db, id) {
        if (!/^[\da-f-]{36}$/.test(id)) throw new WrongUse('revoke takes the ID of a key, as app-key list shows it.');
        const name = await db.transaction(async (tx) => {
          const revoked = await revokeAppKey(tx, id);
          if (revoked !== null) await logged(tx, 'revoke', id, revoked);
          return revoked;
        });
        say(
          name === null
            ? 'This key was revoked before.'
            : `Revoked the key ${name}. Calls with it are refused from now on.`,
        );
      },
    },
  };

/** Runs `app-key WORD …`. Throws `WrongUse` for other words. */
export async function runKeyCommand(db: Db, [word = '', given = '', ...more]: string[], options: KeyOptions) {
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) throw new WrongUse(`There is no command app-key ${word}.`);
  if (more.length > 0 || (given.trim() === '') !== (command.takes === '')) {
    throw new WrongUse(`app-key ${word} takes ${command.takes || 'nothing more'}.`);
  }
  await command.run(db, given.trim(), options);
}
