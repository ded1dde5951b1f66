import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffAccount, WithLink } from '#contract/staff.ts';
import type { Role } from '#contract/roles.ts';
import { addStaff, updateStaff } from '#server/auth/accounts.ts';
import { attemptOf } from '#server/auth/limits/limits.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { createLog } from '#server/http/log/log.ts';
import { dump } from '#tests/database/dump.ts';
import { mailServer } from '#tests/desk/mail-server.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession, testPassword } from '#tests/desk/staff.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof addAdmin>>;
let staff: Caller;
beforeAll(async () => {
  app = await testApp();
  admin = await addAdmin(app);
  staff = await as(admin);
});
afterAll(() => app.close());

const as = async (account: { id: string }) => caller(app.url, (await startSession(app, account)).session.token);
const newPassword = 'quiet-harmattan-window-81';
const invite = async (role: Role = 'editor', by = staff) => {
  const body = { email: `${randomUUID()}@example.org`, name: 'Ife Bello', role };
  return expectDone(await by.post('/admin/staff/invitations', body)) as WithLink;
};
const open = (token: string, password?: string) =>
  send(app.url, '/auth/invitation', { method: 'POST', body: { token, ...(password && { password }) } });
const signIn = (email: string, password: string) =>
  send(app.url, '/auth/login', { method: 'POST', body: { email, password } });
/** Adds failed sign-ins from this address: by default as many as block the account. */
const block = (email: string, many = 10) => {
  const { account, address } = attemptOf(email, '127.0.0.1');
  const failed = 'INSERT INTO sign_in_failures (account, address) SELECT $1, $2 FROM generate_series(1, $3)';
  return app.database.pool.query(failed, [account, address, many]);
};
const accounts = async () => ((await staff.get('/admin/staff')).json as { staff: StaffAccount[] }).staff;
const stateOf = async (id: string) => (await accounts()).find((one) => one.id === id);

function expectOver(answer: Answer) {
  expect(answer.status).toBe(410);
  const { detail, code } = problemOf(answer);
  expect({ detail, code }).toEqual({
    code: 'link_over',
    detail: 'This link was used already, or is no longer valid. Ask an administrator for a new one.',
  });
}

describe('an invitation', () => {
  test('lets one person set a password, once, and sign in with the role', async () => {
    const { account, link } = await invite('moderator');
    expect(account).toMatchObject({
      state: 'invited',
      role: 'moderator',
      lastSignInAt: null,
      linkUntil: link.expiresAt,
    });
    expect(link).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), sent: null });
    const hours = (Date.parse(link.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThan(72.1);

    const shown = { email: account.email, name: 'Ife Bello', isNew: true, session: null };
    expect((await open(link.token)).json).toEqual(shown);
    const weak = await open(link.token, 'password1234');
    expect(problemOf(weak)).toMatchObject({ status: 422, errors: [{ path: 'password' }] });
    const opened = await open(link.token, newPassword);
    expect(opened.json).toMatchObject({ ...shown, session: { admin: { email: account.email, role: 'moderator' } } });
    expect(opened.headers['set-cookie']?.[0]).toMatch(/^awa_desk_.*; HttpOnly; SameSite=Strict/);
    const { token } = (opened.json as { session: { token: string } }).session;
    expect((await send(app.url, '/auth/session', { bearer: token })).status).toBe(200);
    expectOver(await open(link.token));
    expectOver(await open(link.token, 'another-harmattan-window-3'));
    const session = (await signIn(account.email, newPassword)).json;
    expect(session).toMatchObject({ admin: { email: account.email, role: 'moderator' } });
    expect(await stateOf(account.id)).toMatchObject({ state: 'active', linkUntil: null });
  });

  test('signs in only to set up a second factor, when every account needs one', async () => {
    const desk = await testApp({ settings: { requireSecondFactor: true } });
    const by = caller(desk.url, (await startSession(desk, await addAdmin(desk))).session.token);
    const { link } = await invite('editor', by);
    const body = { token: link.token, password: newPassword };
    const { json } = await send(desk.url, '/auth/invitation', { method: 'POST', body });
    const { session } = json as { session: { token: string } };
    expect(session).toMatchObject({ mustAddFactor: true });
    const refused = await send(desk.url, '/account', { bearer: session.token });
    expect(problemOf(refused)).toMatchObject({ status: 403, code: 'factor_missing' });
    await desk.close();
  });

  test('opens nothing before its password is set', async () => {
    const { account } = await invite();
    for (const password of ['x', newPassword]) expect((await signIn(account.email, password)).status).toBe(401);
  });

  test('is over after 72 hours', async () => {
    const { account, link } = await invite();
    await app.database.pool.query(
      "UPDATE invitations SET expires_at = now() - interval '1 second' WHERE staff_id = $1",
      [account.id],
    );
    expectOver(await open(link.token));
    expectOver(await open(link.token, newPassword));
    expect(await stateOf(account.id)).toMatchObject({ state: 'invited', linkUntil: null });
  });

  test('cannot be guessed: whatever is no link gets the same answer', async () => {
    const { link } = await invite();
    const guesses = ['', 'x', 'A'.repeat(43), link.token.slice(0, -1), `${link.token}A`, link.token.toLowerCase()];
    for (const guess of guesses) expectOver(await open(guess, newPassword));
    const hash = "SELECT encode(hash, 'base64') AS hash FROM invitations LIMIT 1";
    const { rows } = await app.database.pool.query<{ hash: string }>(hash);
    expectOver(await open((rows[0]?.hash ?? '').replaceAll('+', '-').replaceAll('/', '_').replace('=', '')));
    expect((await open(link.token)).status).toBe(200);
  });

  test('that two open at once lets one of them in', async () => {
    const { account, link } = await invite();
    const passwords = [newPassword, 'another-harmattan-window-3'];
    const answers = await Promise.all(passwords.map((password) => open(link.token, password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const signedIn = await Promise.all(passwords.map((password) => signIn(account.email, password)));
    expect(signedIn.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  test.each([
    ['was disabled', 'UPDATE staff SET enabled = false WHERE id = $1'],
    ['is no administrator any more', "UPDATE staff SET role = 'editor' WHERE id = $1"],
  ])('does not work when who made it %s', async (_, sql) => {
    const colleague = await addAdmin(app);
    const { link } = await invite('editor', await as(colleague));
    await app.database.pool.query(sql, [colleague.id]);
    expectOver(await open(link.token));
    expectOver(await open(link.token, newPassword));
  });

  test('does not work for an account that is disabled, nor after it is enabled again', async () => {
    const { account, link } = await invite();
    for (const disabled of [true, false]) {
      expectDone(await staff.put(`/admin/staff/${account.id}`, { disabled }));
      expectOver(await open(link.token, newPassword));
    }
  });

  test('is for an email without an account', async () => {
    const body = { email: admin.email.toUpperCase(), name: 'Ada', role: 'editor' };
    expect(problemOf(await staff.post('/admin/staff/invitations', body))).toMatchObject({
      status: 409,
      code: 'place_taken',
      errors: [{ path: 'email' }],
    });
    const wrong = { email: 'ada@', name: ' ', role: 'owner' };
    const refused = await staff.post('/admin/staff/invitations', wrong);
    expect(problemOf(refused).errors?.map(({ path }) => path)).toEqual(['email', 'name', 'role']);
  });

  test('that is sent again with its key makes one account, and another link', async () => {
    const body = { email: `${randomUUID()}@example.org`, name: 'Ife', role: 'editor' };
    const key = randomUUID();
    const [first, second] = [
      expectDone(await staff.post('/admin/staff/invitations', body, { key })) as WithLink,
      expectDone(await staff.post('/admin/staff/invitations', body, { key })) as WithLink,
    ];
    expect(second.account.id).toBe(first.account.id);
    expectOver(await open(first.link.token));
    expect((await open(second.link.token)).status).toBe(200);
  });

  test('that is sent again with its key after it was accepted changes nothing', async () => {
    const body = { email: `${randomUUID()}@example.org`, name: 'Ife', role: 'editor' };
    const key = randomUUID();
    const { account, link } = expectDone(await staff.post('/admin/staff/invitations', body, { key })) as WithLink;
    expect((await open(link.token, newPassword)).status).toBe(200);
    expect(problemOf(await staff.post('/admin/staff/invitations', body, { key }))).toMatchObject({
      status: 409,
      code: 'link_used',
    });
    expect(await stateOf(account.id)).toMatchObject({ state: 'active', linkUntil: null });
  });

  test('has a name of one line, so that it cannot change the text of a letter', async () => {
    for (const name of ['Ife\nBello', 'Ife\r\nBello', 'Ife\u2028Bello', 'Ife\tBello', 'Ife\u0085Bello']) {
      const refused = await staff.post('/admin/staff/invitations', { email: 'ife@example.org', name, role: 'editor' });
      expect(problemOf(refused)).toMatchObject({
        status: 422,
        errors: [{ path: 'name', message: 'Name must be a single line' }],
      });
      expect((await staff.put('/account', { name })).status).toBe(422);
      const made = addStaff(app.database.db, { email: 'shell@example.org', name, password: testPassword });
      await expect(made).rejects.toThrow('Name must be a single line');
    }
  });
});

describe('another link', () => {
  test('replaces the password at its use, ends the sessions and lifts the block; the earlier link is over', async () => {
    const account = await addAdmin(app, undefined, undefined, 'support');
    const theirs = await as(account);
    const make = async () => expectDone(await staff.post(`/admin/staff/${account.id}/reset`)) as WithLink;
    const [first, second] = [await make(), await make()];
    expectOver(await open(first.link.token, newPassword));
    expect((await open(second.link.token)).json).toMatchObject({ isNew: false });
    expect((await signIn(account.email, testPassword)).status).toBe(200);
    expect((await theirs.get('/auth/session')).status).toBe(200);
    await block(account.email);
    expect((await open(second.link.token, newPassword)).status).toBe(200);
    expect((await theirs.get('/auth/session')).status).toBe(401);
    expect((await signIn(account.email, testPassword)).status).toBe(401);
    expect((await signIn(account.email, newPassword)).status).toBe(200);
  });

  test('of an invited person is still an invitation', async () => {
    const { account } = await invite();
    const { link } = expectDone(await staff.post(`/admin/staff/${account.id}/reset`)) as WithLink;
    expect((await open(link.token)).json).toMatchObject({ isNew: true });
  });

  test('that is asked for again with its key after it was used is not made', async () => {
    const account = await addAdmin(app, undefined, undefined, 'support');
    const key = randomUUID();
    const ask = () => staff.post(`/admin/staff/${account.id}/reset`, undefined, { key });
    const { link } = expectDone(await ask()) as WithLink;
    expect((await open(link.token, newPassword)).status).toBe(200);
    expect(problemOf(await ask())).toMatchObject({ status: 409, code: 'link_used' });
    expect(await stateOf(account.id)).toMatchObject({ linkUntil: null });
  });

  test('is not made for a disabled or unknown account', async () => {
    const account = await addAdmin(app);
    expectDone(await staff.put(`/admin/staff/${account.id}`, { disabled: true }));
    expect(problemOf(await staff.post(`/admin/staff/${account.id}/reset`)).code).toBe('disabled');
    expect((await staff.post(`/admin/staff/${randomUUID()}/reset`)).status).toBe(404);
  });
});

describe('a change of an account', () => {
  test('of name and role acts at the next call, and stands in the log', async () => {
    const account = await addAdmin(app, undefined, undefined, 'editor');
    const theirs = await as(account);
    const changed = expectDone(await staff.put(`/admin/staff/${account.id}`, { name: ' Bola Ige ', role: 'support' }));
    expect(changed).toMatchObject({ name: 'Bola Ige', role: 'support', state: 'active' });
    expect((await theirs.get('/auth/session')).json).toMatchObject({ name: 'Bola Ige', role: 'support' });
    const { operations } = await staff.operations('?area=staff&limit=1');
    expect(operations).toMatchObject([
      {
        action: 'change-role',
        entityId: account.id,
        label: account.email,
        details: 'editor to support, Ada Obi to Bola Ige',
      },
    ]);
    const unchanged = await staff.put(`/admin/staff/${account.id}`, { name: 'Bola Ige', role: 'support' });
    expect([unchanged.status, unchanged.headers['operation-id']]).toEqual([200, undefined]);
  });

  test('that disables it ends its sessions at once', async () => {
    const account = await addAdmin(app);
    const theirs = await as(account);
    expectDone(await staff.put(`/admin/staff/${account.id}`, { disabled: true }));
    expect((await theirs.get('/auth/session')).status).toBe(401);
    expect((await signIn(account.email, testPassword)).status).toBe(401);
    expectDone(await staff.put(`/admin/staff/${account.id}`, { disabled: false }));
    expect((await signIn(account.email, testPassword)).status).toBe(200);
  });

  test('of the qualification stands in the log and in the session', async () => {
    const account = await addAdmin(app, undefined, undefined, 'reviewer');
    const theirs = await as(account);
    const qualification = 'MBBS, MDCN 12345';
    expectDone(await staff.put(`/admin/staff/${account.id}`, { qualification }));
    expect((await theirs.get('/auth/session')).json).toMatchObject({ role: 'reviewer', qualification });
    expect((await staff.operations('?limit=1')).operations).toMatchObject([
      { action: 'update', label: account.email, details: `qualification ${qualification}` },
    ]);
    expectDone(await staff.put(`/admin/staff/${account.id}`, { qualification: '' }));
    expect((await staff.operations('?limit=1')).operations).toMatchObject([{ details: 'qualification removed' }]);
    const wrong = await staff.put(`/admin/staff/${account.id}`, { qualification: 'MBBS\nMDCN' });
    expect(problemOf(wrong).errors).toEqual([
      { path: 'qualification', message: 'Qualification must be a single line' },
    ]);
  });

  test('of the own role, or that disables the own account, is refused; the own name may change', async () => {
    const own = `/admin/staff/${admin.id}`;
    for (const change of [{ role: 'editor' }, { disabled: true }]) {
      expect(problemOf(await staff.put(own, change))).toMatchObject({ status: 409, code: 'own_account' });
    }
    expect((await staff.put(own, { name: 'Ada Obi', role: 'administrator', disabled: false })).status).toBe(200);
  });

  test('leaves one administrator who can sign in, also for two at once', async () => {
    const desk = await testApp();
    const [one, other] = [await addAdmin(desk), await addAdmin(desk)];
    const calls = await Promise.all(
      [one, other].map(async (account) => caller(desk.url, (await startSession(desk, account)).session.token)),
    );
    // An invited account cannot sign in yet.
    const body = { email: 'new@example.org', name: 'New', role: 'administrator' };
    expectDone((await calls[0]?.post('/admin/staff/invitations', body)) as Answer);
    const answers = await Promise.all([
      calls[0]?.put(`/admin/staff/${other.id}`, { role: 'editor' }),
      calls[1]?.put(`/admin/staff/${one.id}`, { disabled: true }),
    ]);
    const refused = answers.filter((answer) => answer?.status !== 200) as Answer[];
    expect(refused).toHaveLength(1);
    const [{ code }] = refused.map(problemOf) as [ReturnType<typeof problemOf>];
    // The second one is refused by the rule, or is no longer an administrator.
    expect(['last_administrator', 'not_allowed', 'unauthenticated']).toContain(code);
    const left = await desk.database.pool.query("SELECT FROM staff WHERE enabled AND role = 'administrator'");
    expect(left.rowCount).toBe(2);
    await desk.close();
  });

  test('that disables and enables an account without a password does not make it an administrator who can sign in', async () => {
    const desk = await testApp();
    const one = await addAdmin(desk);
    const theirs = caller(desk.url, (await startSession(desk, one)).session.token);
    const body = { email: 'new@example.org', name: 'New', role: 'administrator' };
    const { account } = expectDone(await theirs.post('/admin/staff/invitations', body)) as WithLink;
    for (const disabled of [true, false]) {
      const changed = expectDone(await theirs.put(`/admin/staff/${account.id}`, { disabled })) as StaffAccount;
      expect(changed).toMatchObject({ state: disabled ? 'disabled' : 'invited', linkUntil: null });
    }
    await expect(updateStaff(desk.database.db, one.email, { role: 'editor' })).rejects.toThrow('last administrator');
    const { link } = expectDone(await theirs.post(`/admin/staff/${account.id}/reset`)) as WithLink;
    const opened = await send(desk.url, '/auth/invitation', { method: 'POST', body: { token: link.token } });
    expect(opened.json).toMatchObject({ isNew: true });
    await desk.close();
  });

  test('of an account that does not exist is 404', async () => {
    expect((await staff.put(`/admin/staff/${randomUUID()}`, { name: 'X' })).status).toBe(404);
  });
});

test('accounts are sorted by folded names, as users are', async () => {
  for (const name of ['Tóbi', 'Ṣadé', 'ṣola', 'Sami', 'Ɓala', 'bisi']) await addAdmin(app, undefined, name, 'support');
  const names = (await accounts()).map(({ name }) => name).filter((name) => !['Ada Obi', 'Ife Bello'].includes(name));
  expect(names.filter((name) => /^(T|Ṣ|ṣ|Sa|Ɓ|bi)/.test(name))).toEqual([
    'Ɓala',
    'bisi',
    'Ṣadé',
    'Sami',
    'ṣola',
    'Tóbi',
  ]);
});

test('an administrator sees until when an account is blocked, and lifts the block, which stands in the log', async () => {
  const account = await addAdmin(app, undefined, undefined, 'support');
  expect(await stateOf(account.id)).toMatchObject({ blockedUntil: null });
  await block(account.email, 9);
  expect(await stateOf(account.id)).toMatchObject({ blockedUntil: null });
  await block(account.email, 1);
  const minutes = (Date.parse((await stateOf(account.id))?.blockedUntil ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(10);
  expect(minutes).toBeLessThan(15.1);
  expect((await staff.post(`/admin/staff/${account.id}/unlock`)).status).toBe(204);
  expect(await stateOf(account.id)).toMatchObject({ blockedUntil: null });
  expect((await signIn(account.email, testPassword)).status).toBe(200);
  const { operations } = await staff.operations('?area=staff');
  expect(operations[0]).toMatchObject({ action: 'unlock', entityId: account.id, label: account.email });
  expect((await staff.post(`/admin/staff/${randomUUID()}/unlock`)).status).toBe(404);
});

describe('the second factors of an account', () => {
  /** A signed-in account with an authenticator app and recovery codes. */
  async function withFactors() {
    const account = await addAdmin(app, undefined, undefined, 'editor');
    const calls = await as(account);
    type Begun = { challenge: string; secret: string };
    const { challenge, secret } = expectDone(await calls.post('/account/factors/totp/challenge')) as Begun;
    const code = new TOTP({ secret }).generate();
    expectDone(await calls.post('/account/factors/totp', { challenge, code }));
    expectDone(await calls.post('/account/factors/recovery-codes'));
    return { ...account, calls };
  }
  const removeFrom = (id: string, by = staff) => by.post(`/admin/staff/${id}/remove-factors`);

  test('that are lost are removed by an administrator: all of them, with the sessions, which stands in the log', async () => {
    const account = await withFactors();
    expect(await stateOf(account.id)).toMatchObject({ hasFactor: true });
    const asked = (await signIn(account.email, testPassword)).json as { factor: { challenge: string } };
    expect(asked).toMatchObject({ factor: { kinds: ['totp', 'recovery-code'] } });
    const { link } = expectDone(await staff.post(`/admin/staff/${account.id}/reset`)) as WithLink;

    const removed = expectDone(await removeFrom(account.id));
    expect(removed).toMatchObject({ id: account.id, hasFactor: false, linkUntil: link.expiresAt });
    expect((await account.calls.get('/auth/session')).status).toBe(401);
    const { operations } = await staff.operations('?area=staff&limit=1');
    expect(operations).toMatchObject([
      { action: 'remove-factor', entityId: account.id, label: account.email, details: 'all of them' },
    ]);
    // The open second step has ended, and the password alone signs in.
    const proof = { kind: 'totp', code: '000000' };
    const late = await send(app.url, '/auth/factor', {
      method: 'POST',
      body: { challenge: asked.factor.challenge, proof },
    });
    expect(problemOf(late)).toMatchObject({ status: 401, code: 'challenge_over' });
    expect((await signIn(account.email, testPassword)).json).toMatchObject({ admin: { email: account.email } });
    // A link for the lost password still works.
    expect((await open(link.token, newPassword)).status).toBe(200);
  });

  test('are asked for after a new password by a link too', async () => {
    const account = await withFactors();
    const { link } = expectDone(await staff.post(`/admin/staff/${account.id}/reset`)) as WithLink;
    const opened = await open(link.token, newPassword);
    expect([opened.status, opened.json, opened.headers['set-cookie']]).toEqual([
      200,
      { email: account.email, name: account.name, isNew: false, session: null },
      undefined,
    ]);
    expect((await signIn(account.email, newPassword)).json).toMatchObject({
      factor: { kinds: ['totp', 'recovery-code'] },
    });
  });

  test('of one’s own are not removed there, nor those of an unknown account', async () => {
    expect(problemOf(await removeFrom(admin.id))).toMatchObject({ status: 409, code: 'own_account' });
    expect((await removeFrom(randomUUID())).status).toBe(404);
  });

  test('of an account that has none: nothing happens, and its sessions stay', async () => {
    const account = await addAdmin(app);
    const theirs = await as(account);
    const answer = await removeFrom(account.id);
    expect([answer.status, answer.headers['operation-id']]).toEqual([200, undefined]);
    expect((await theirs.get('/auth/session')).status).toBe(200);
  });

  test('are removed only after a confirmation, and only by administrators', async () => {
    const account = await withFactors();
    expect(
      problemOf(await removeFrom(account.id, await as(await addAdmin(app, undefined, undefined, 'support')))),
    ).toMatchObject({
      status: 403,
      code: 'not_allowed',
    });
    const colleague = await addAdmin(app);
    const theirs = await as(colleague);
    const age = "UPDATE sessions SET confirmed_at = now() - interval '15 minutes 1 second' WHERE staff_id = $1";
    await app.database.pool.query(age, [colleague.id]);
    expect(problemOf(await removeFrom(account.id, theirs))).toMatchObject({ status: 403, code: 'confirm_identity' });
    expect(await stateOf(account.id)).toMatchObject({ hasFactor: true });
  });
});

test('a link stands in no log and not in the database, and is sent by mail where there is a mail server', async () => {
  const mail = await mailServer();
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const settings = { smtpUrl: mail.url, mailFrom: 'desk@example.org', publicUrl: 'https://desk.example.org' };
  const desk = await testApp({ log, settings });
  const theirs = caller(desk.url, (await startSession(desk, await addAdmin(desk))).session.token);
  const body = { email: 'ife@example.org', name: 'Ife Bello', role: 'editor' };
  const { link, account } = expectDone(
    await theirs.post('/admin/staff/invitations', body, { key: randomUUID() }),
  ) as WithLink;
  expect(link.sent).toBe(true);
  const [letter = ''] = mail.letters.map((one) => one.replaceAll('=\n', '').replaceAll('=3D', '='));
  expect(letter).toContain('To: ife@example.org');
  expect(letter).toContain('You have been given an account for Awa Desk.');
  expect(letter).toContain(`https://desk.example.org/admin/desk/invitation#${link.token}`);
  await send(desk.url, '/auth/invitation', { method: 'POST', body: { token: link.token } });
  mail.close();
  const again = expectDone(await theirs.post(`/admin/staff/${account.id}/reset`)) as WithLink;
  expect(again.link.sent).toBe(false);
  const stored = JSON.stringify(await dump(desk.database.pool));
  await desk.close();
  expect(stored).toContain('ife@example.org');
  for (const { token } of [link, again.link]) {
    expect(stored).not.toContain(token);
    expect(lines.join('\n')).not.toContain(token);
  }
  expect(lines.join('\n')).toContain('a letter with a link was not sent');
  expect(lines.join('\n')).toMatch(/"letters":1,.*the end of the desk ended their tries/);
});
