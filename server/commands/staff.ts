import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { everyRole } from '#contract/roles.ts';
import type { Action } from '#contract/history.ts';
import {
  addStaff,
  listStaff,
  removeFactors,
  resetPassword,
  setStaffEnabled,
  unlockStaff,
  updateStaff,
} from '#server/auth/accounts.ts';
import { liftAddressBlock } from '#server/auth/limits/limits.ts';
import { generatePassword } from '#server/auth/passwords.ts';
import { type KeyOptions, runKeyCommand } from '#server/commands/app-key.ts';
import { runCommand, say, WrongUse } from '#server/commands/command.ts';
import { attachDatabase, type Database } from '#server/database/open.ts';
import { readEnv } from '#server/env.ts';
import { type CheckProgress, checkSeals, countSealed } from '#server/log/seals/check-seals.ts';
import { recordEvent } from '#server/log/events.ts';
import { createLog } from '#server/http/log/log.ts';

const usage = `Manages the staff accounts of this desk, also while it runs.

  npm run staff -- list
  npm run staff -- add EMAIL [--name NAME] [--role ROLE] [--password-stdin]
  npm run staff -- set-role EMAIL --role ROLE
  npm run staff -- disable EMAIL
  npm run staff -- enable EMAIL
  npm run staff -- reset-password EMAIL [--password-stdin]
  npm run staff -- remove-factors EMAIL
  npm run staff -- unlock EMAIL
  npm run staff -- unlock ADDRESS
  npm run staff -- verify-log
  npm run staff -- app-key make NAME [--scopes LIST] [--networks LIST] [--days DAYS]
  npm run staff -- app-key list
  npm run staff -- app-key revoke ID

ROLE is administrator, editor, moderator or support; add makes an administrator where it is left out.
add and reset-password make up a password and show it once. With --password-stdin the first line of standard
input is the password. remove-factors is for somebody who has lost their passkeys or their authenticator app. Disabling
an account, resetting its password and removing its factors end its sessions at once. unlock lets an account sign in
again that was blocked after too many failed sign-ins; enable, reset-password and remove-factors do that too. With a
network address, such as 203.0.113.7, unlock lets everybody there sign in again.
app-key makes, lists and revokes the keys of the app's backend (docs/app.md). A key is shown once. Without --scopes it
has all of them; without --networks it may be used from everywhere, with it from networks such as 203.0.113.0/24.
verify-log says whether the log of staff changes is as it was sealed, or the first place where it is not.
`;

type Db = Database['db'];
type Options = KeyOptions & {
  name?: string | undefined;
  role?: string | undefined;
  'password-stdin'?: boolean | undefined;
};

async function choosePassword(options: Options): Promise<string> {
  if (!options['password-stdin']) return generatePassword();
  let input = '';
  for await (const chunk of process.stdin) input += String(chunk);
  return input.split(/\r?\n/, 1)[0] ?? '';
}

const showPassword = (password: string, options: Options) => {
  if (!options['password-stdin']) say(`The password, shown this once: ${password}`);
};

/** Changes an account and logs the change, in one transaction. */
async function logged(db: Db, action: Action, work: (tx: Db) => Promise<{ id: string; email: string }>, details = '') {
  await db.transaction(async (tx) => {
    const { id, email } = await work(tx);
    await recordEvent(tx, { actor: null, action, area: 'staff', kind: 'account', entityId: id, label: email, details });
  });
}

/** The given role. Throws for an unknown one. */
function roleOf({ role }: Options) {
  if (role === undefined) return undefined;
  const known = everyRole.find((one) => one === role);
  if (!known) throw new WrongUse(`There is no role ${role}.`);
  return known;
}

/** The number of entries between two progress messages of the log check. */
const toldEvery = 50_000;

/** Reports the progress of a check of `total` entries: at the first entry of each month, and at intervals within it. */
function tellProgress(total: number) {
  let told = { month: '', checked: 0 };
  return (progress: CheckProgress) => {
    if (progress.month === told.month && progress.checked < told.checked + toldEvery) return;
    told = progress;
    const [done, all] = [progress.checked, total].map((count) => count.toLocaleString('en'));
    process.stderr.write(`Checking ${progress.month}: ${done} of ${all} entries\n`);
  };
}

/** The commands. The email is trimmed and not empty. */
const commands: Record<string, (db: Db, email: string, options: Options) => Promise<void>> = {
  async list(db) {
    for (const account of await listStaff(db)) {
      const state = account.enabled ? 'enabled ' : 'disabled';
      say(`${state}  ${account.role}  ${account.createdAt.slice(0, 10)}  ${account.email}  ${account.name}`);
    }
  },
  async add(db, email, options) {
    const password = await choosePassword(options);
    const role = roleOf(options) ?? 'administrator';
    await logged(db, 'create', (tx) => addStaff(tx, { email, name: options.name ?? '', password, role }));
    say(`Added ${email}.`);
    showPassword(password, options);
  },
  async 'set-role'(db, email, options) {
    const role = roleOf(options);
    if (!role) throw new WrongUse('set-role needs --role.');
    await logged(db, 'change-role', (tx) => updateStaff(tx, email, { role }));
    say(`${email} has the role ${role}.`);
  },
  async disable(db, email) {
    await logged(db, 'disable', (tx) => setStaffEnabled(tx, email, false));
    say(`Disabled ${email}.`);
  },
  async enable(db, email) {
    await logged(db, 'enable', (tx) => setStaffEnabled(tx, email, true));
    say(`Enabled ${email}.`);
  },
  async 'reset-password'(db, email, options) {
    const password = await choosePassword(options);
    await logged(db, 'reset-password', (tx) => resetPassword(tx, email, password));
    say(`The password of ${email} is changed.`);
    showPassword(password, options);
  },
  async 'remove-factors'(db, email) {
    await logged(db, 'remove-factor', (tx) => removeFactors(tx, email), 'all of them');
    say(`${email} signs in with the password alone now, or sets up a new second factor.`);
  },
  async unlock(db, email) {
    if (isIP(email)) {
      const details = 'a network address';
      await db.transaction(async (tx) => {
        await liftAddressBlock(tx, email);
        await recordEvent(tx, {
          actor: null,
          action: 'unlock',
          area: 'staff',
          kind: 'account',
          entityId: null,
          details,
        });
      });
      say(`${email} can be used to sign in again, within 10 seconds at most.`);
      return;
    }
    await logged(db, 'unlock', (tx) => unlockStaff(tx, email));
    say(
      `${email} can sign in again, within 10 seconds at most. A block of its network address stays: unlock that too.`,
    );
  },
  async 'verify-log'(db) {
    const { fault, sealedTo, waiting, months } = await checkSeals(db, tellProgress(await countSealed(db)));
    for (const { month, entries, seal } of months)
      say(`${month}  ${String(entries).padStart(8)} entries  last seal ${seal}`);
    if (fault) throw new Error(`The log is not as it was sealed. ${fault.sentence}`);
    const rest = waiting > 0 ? ` ${waiting} more wait for their seal, which the desk makes while it runs.` : '';
    say(sealedTo ? `The log is whole. It is sealed up to ${sealedTo}.${rest}` : `Nothing is sealed yet.${rest}`);
  },
};

/** The commands without an email. */
const withoutEmail = new Set(['list', 'verify-log']);

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        role: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        scopes: { type: 'string' },
        networks: { type: 'string' },
        days: { type: 'string' },
      },
    });
    const [word = '', email = '', ...more] = positionals;
    if (word === 'app-key') {
      return { run: (db: Db) => runKeyCommand(db, positionals.slice(1), values) };
    }
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (!command) throw new WrongUse(`There is no command ${word}.`);
    const none = withoutEmail.has(word);
    if (none ? email : !email.trim() || more.length > 0) {
      throw new WrongUse(`${word} takes ${none ? 'no' : 'one'} email.`);
    }
    return { run: (db: Db) => command(db, email.trim(), values) };
  } catch (error) {
    throw error instanceof WrongUse ? error : new WrongUse((error as Error).message);
  }
}

await runCommand(usage, async (words) => {
  if (words.length === 0) {
    process.stdout.write(usage);
    return 0;
  }
  const { run } = readArguments(words);
  const database = await attachDatabase(readEnv(), createLog('silent'));
  try {
    await run(database.db);
    return 0;
  } finally {
    await database.close();
  }
});
