// node scripts/upgrade-fixture.mjs COMMIT DAY: writes the database of a desk of an earlier commit to
// tests/database/upgrades/DAY, from where `server/database/upgrade.test.ts` migrates it. It builds that commit, starts
// it on the Postgres of PGHOST, PGPORT and PGUSER (14 or newer, whose pg_dump is in PATH), and writes, edits, deletes
// and undoes by its API. Run it once for a released version: a fixture is never regenerated.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './prepare.mjs';

const [, , commit, day] = process.argv;
if (!commit || !/^\d{4}-\d\d-\d\d$/.test(day ?? '')) {
  console.error('Usage: node scripts/upgrade-fixture.mjs COMMIT DAY');
  process.exit(2);
}

const run = (program, args, cwd = root) => execFileSync(program, args, { cwd, maxBuffer: 100_000_000 });
const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-fixture-'));
const source = path.join(folder, 'source');
const database = `upgrade_fixture_${process.pid}`;
const account = { email: 'ada@awa.example', password: 'a long road to Ibadan' };

/** A picture of 8 x 8 pixels. */
async function picture() {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 8, height: 8, channels: 3, background: '#ce2767' } })
    .png()
    .toBuffer();
}

/** Starts the built desk of the commit and returns its address. */
async function start() {
  const { PGUSER = 'postgres', PGHOST = '127.0.0.1', PGPORT = '5432' } = process.env;
  const child = spawn(process.execPath, ['dist/server/main.mjs'], {
    cwd: source,
    env: {
      ...process.env,
      DATABASE_URL: `postgres://${PGUSER}@${PGHOST}:${PGPORT}/${database}`,
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      DEMO_USERS: '5',
      DEMO_DOCTORS: '2',
      DEMO_CARDS: '2',
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      REQUIRE_SECOND_FACTOR: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const found = /is ready: (http:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`The desk of ${commit} ended:\n${said}`)));
  });
  const end = () => new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM'));
  return { address, end };
}

/** Calls the desk as its administrator. Throws at a status of 400 or higher. */
async function signIn(address) {
  let bearer;
  const call = async (method, where, content) => {
    const form = content instanceof FormData;
    const body = form || !content ? content : JSON.stringify(content);
    const headers = {
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...(body && !form ? { 'Content-Type': 'application/json' } : {}),
      'Idempotency-Key': `${method} ${where} ${Math.random()}`.replaceAll(' ', '-'),
    };
    const answer = await fetch(`${address}${where}`, { method, headers, ...(body ? { body } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${text}`);
    return { ...(text ? JSON.parse(text) : {}), operation: answer.headers.get('Operation-Id') };
  };
  bearer = (await call('POST', '/auth/login', account)).token;
  return call;
}

/** Writes, edits, deletes and undoes at each path that this version of the desk has. */
async function work(call, paths) {
  const has = (where) => where in paths;
  /** Four records: unchanged, edited twice, in the bin, and with an undone edit. */
  async function write(where, fieldsOf, edit) {
    const made = [];
    for (const number of [1, 2, 3, 4]) made.push(await call('POST', where, fieldsOf(number)));
    const at = (index) => `${where}/${made[index].id}`;
    await call('PUT', at(1), edit);
    await call('PUT', at(1), fieldsOf(5));
    const { operation } = await call('PUT', at(3), edit);
    await call('POST', `/admin/operations/${operation}/undo`);
    await call('DELETE', at(2));
    return made[0].id;
  }
  const upload = Object.keys(paths).find((where) => /doctors?.*image/.test(where) && paths[where].post);
  const form = new FormData();
  form.append('image', new Blob([await picture()], { type: 'image/png' }), 'doctor.png');
  form.append('fileName', 'doctor.png');
  form.append('mimeType', 'image/png');
  const { imageUrl } = upload ? await call('POST', upload, form) : { imageUrl: '' };
  await write('/admin/announcements', (n) => ({ message: `Clinic ${n}: ẹ kú àárọ̀ 🌸` }), {
    message: 'Closed on Monday',
  });
  await write('/api/doctors', (n) => ({ name: `Ngọzi Ọlá ${n}`, specialty: 'Gynaecology', profileImage: imageUrl }), {
    specialty: 'Midwifery',
    profileImage: '',
  });
  if (has('/admin/awa/topics')) {
    const topicId = await write('/admin/awa/topics', (n) => ({ title: `Topic ${n}`, color: '#CE2767' }), {
      title: 'Else',
    });
    const secret = (n) => ({ title: `Secret ${n}`, groupMode: 'PCOS', imageUrl: '', topicId });
    await write('/admin/awa/secrets', secret, { title: 'Another' });
    await write('/admin/awa/communities', (n) => ({ name: `Community ${n}`, topicId }), { name: 'Another' });
  }
  if (has('/admin/lady-due/categories')) {
    const category = (n) => ({ name: `Category ${n}`, description: '', trackingMode: 'PCOS', headerImageUrl: '' });
    const categoryId = await write('/admin/lady-due/categories', category, { name: 'Else' });
    const section = (n) => ({ title: `Section ${n}`, description: '', categoryId });
    const sectionId = await write('/admin/lady-due/sections', section, { title: 'Else' });
    const card = (n) => ({ sectionId, title: `Card ${n}`, richContent: `<p>Words <strong>${n}</strong></p>` });
    await write('/admin/lady-due/cards', card, { title: 'Else', isActive: false });
    // A deleted category takes its section and card with it.
    const gone = await call('POST', '/admin/lady-due/categories', category(9));
    const within = await call('POST', '/admin/lady-due/sections', { ...section(9), categoryId: gone.id });
    await call('POST', '/admin/lady-due/cards', { ...card(9), sectionId: within.id });
    await call('DELETE', `/admin/lady-due/categories/${gone.id}`);
  }
  if (has('/admin/cycle/phases')) {
    const [phase] = (await call('GET', '/admin/cycle/phases')).phases;
    await call('PUT', `/admin/cycle/phases/${phase.id}`, { title: 'Another title' });
    for (const { list, edit } of [
      { list: 'phases/luteal/activities', edit: { name: 'Else' } },
      { list: 'phases/luteal/insights', edit: { personalizedMessage: 'Else' } },
      { list: 'phase-descriptions', edit: { title: 'Else' } },
      { list: 'pregnancy/weeks', edit: { babySize: 'Else' } },
    ]) {
      const records = Object.values(await call('GET', `/admin/cycle/${list}`)).find(Array.isArray);
      const where = `/admin/cycle/${list.replace('phases/luteal/', '')}`;
      await call('PUT', `${where}/${records[0].id}`, edit);
      if (records.length > 1) await call('DELETE', `${where}/${records[1].id}`);
    }
  }
  const { users } = await call('GET', '/admin/users');
  await call('PUT', `/admin/users/${users[0].id}/status`, { isVerified: !users[0].isVerified });
  await call('DELETE', `/admin/users/${users[1].id}`);
}

try {
  run('git', ['worktree', 'add', '--detach', source, commit]);
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], source);
  run('npm', ['run', 'build'], source);
  run('createdb', ['--template=template0', '--encoding=UTF8', '--locale=C', database]);
  const { address, end } = await start();
  const call = await signIn(address);
  await work(call, (await call('GET', '/openapi.json')).paths);
  // Stopping the desk seals the waiting entries.
  await end();
  const target = path.join(root, 'tests/database/upgrades', day);
  mkdirSync(target, { recursive: true });
  const options = ['--no-owner', '--no-privileges', '--rows-per-insert=100', database];
  // Drivers do not understand psql commands.
  const sql = run('pg_dump', options)
    .toString()
    .replaceAll(/^\\.*\n/gm, '');
  writeFileSync(path.join(target, 'database.sql.gz'), gzipSync(sql, { level: 9 }));
} finally {
  run('dropdb', ['--if-exists', '--force', database]);
  run('git', ['worktree', 'remove', '--force', source]);
  rmSync(folder, { recursive: true, force: true });
}
