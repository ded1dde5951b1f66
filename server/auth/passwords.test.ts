import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStaff, listStaff, resetPassword, setStaffEnabled } from '#server/auth/accounts.ts';
import { bootstrapAdmin } from '#server/auth/bootstrap-admin.ts';
import { generatePassword, refuseWeakPassword } from '#server/auth/passwords.ts';
import { openDatabase } from '#server/database/open.ts';
import { createLog } from '#server/http/log/log.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { testDatabase } from '#tests/database/database.ts';
import { send } from '#tests/desk/send.ts';
import { addAdmin, testPassword } from '#tests/desk/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { signInLimitAddress: 1_000_000, signInLimitAccountAddress: 1_000_000 } });
});
afterAll(() => app.close());

const db = () => app.database.db;
const signIn = async (email: string, password: string) =>
  (await send(app.url, '/auth/login', { method: 'POST', body: { email, password } })).status;

describe('a password that may be set', () => {
  test.each([
    ['11 characters', 'gentlewind1', /at least 12 characters/],
    ['11 characters of two units', '😀'.repeat(11), /at least 12 characters/],
    ['12 letters and marks that are 6 characters', 'e\u0301'.repeat(6), /at least 12 characters/],
    ['257 characters', 'ab'.repeat(128) + 'c', /at most 256 characters/],
    ['NUL', 'gentle\u0000harmattan', /cannot be stored/],
    ['a lone surrogate', 'gentle\ud800harmattan', /cannot be stored/],
    ['a common one', 'password1234', /list of common ones/],
    ['a common one in capitals', 'PASSWORD1234', /list of common ones/],
    ['a common one in wide letters', 'ｐａｓｓｗｏｒｄ１２３４', /list of common ones/],
    ['one that people think of here', 'AwaDeskAdmin', /list of common ones/],
  ])('is not %s', (_, password, words) => {
    expect(() => refuseWeakPassword(password)).toThrow(words);
  });

  test.each([
    ['12 characters', 'gentle-wind1'],
    ['256 characters', 'ab'.repeat(128)],
    ['256 characters of two units', '😀'.repeat(256)],
    ['spaces and marks', '  Ẹ̀kọ́ dára púpọ̀  '],
    ['any script', 'पासवर्ड-गुप्त-१२३'],
  ])('is %s, and signs in', async (_, password) => {
    const { email } = await addAdmin(app);
    await resetPassword(db(), email, password);
    expect(await signIn(email, password)).toBe(200);
    expect(await signIn(email, password.replace(/.$/u, '~'))).toBe(401);
    expect(await signIn(email, testPassword)).toBe(401);
  });

  test('is compared to its last character, at 256 as well', async () => {
    const { email } = await addAdmin(app);
    const start = 'a1'.repeat(127) + 'b';
    await resetPassword(db(), email, `${start}x`);
    expect([await signIn(email, `${start}x`), await signIn(email, `${start}y`), await signIn(email, start)]).toEqual([
      200, 401, 401,
    ]);
  });

  test('may be typed composed or decomposed, however it was set', async () => {
    const password = 'ọmọ-ẹlẹ́wà-púpọ̀';
    expect(password.normalize('NFC')).not.toBe(password.normalize('NFD'));
    for (const form of ['NFC', 'NFD'] as const) {
      const { email } = await addAdmin(app);
      await resetPassword(db(), email, password.normalize(form));
      expect(await signIn(email, password.normalize('NFC'))).toBe(200);
      expect(await signIn(email, password.normalize('NFD'))).toBe(200);
    }
  });

  test('is generated strong and new each time', () => {
    const made = Array.from({ length: 200 }, generatePassword);
    expect(new Set(made).size).toBe(200);
    for (const password of made) {
      expect(password).toMatch(/^([a-hjkmnp-z2-9]{6}-){3}[a-hjkmnp-z2-9]{6}$/);
      expect(() => refuseWeakPassword(password)).not.toThrow();
    }
  });
});

describe('staff accounts', () => {
  test('are added once for an email, whatever its case', async () => {
    await addStaff(db(), { email: ' Chi@Example.org ', name: '  Chi  ', password: testPassword });
    await expect(addStaff(db(), { email: 'chi@example.ORG', name: '', password: testPassword })).rejects.toThrow(
      'There is an account for chi@example.ORG already.',
    );
    const listed = (await listStaff(db())).find(({ email }) => email === 'Chi@Example.org');
    expect(listed).toMatchObject({ name: 'Chi', role: 'administrator', enabled: true });
    expect(Object.keys(listed ?? {})).not.toContain('passwordHash');
    expect(await signIn('CHI@EXAMPLE.ORG', testPassword)).toBe(200);
  });

  test('are called by their email when no name is given', async () => {
    await addStaff(db(), { email: 'noname@example.org', name: ' ', password: testPassword });
    expect((await listStaff(db())).find(({ email }) => email === 'noname@example.org')?.name).toBe(
      'noname@example.org',
    );
  });

  test.each(['', 'ada', 'ada@', '@example.org', 'ada @example.org', 'ada@example.org, b@example.org'])(
    'are not added for the email %j',
    async (email) => {
      await expect(addStaff(db(), { email, name: 'x', password: testPassword })).rejects.toThrow(
        'is not an email address',
      );
    },
  );

  test('with a weak password are neither added nor changed', async () => {
    await expect(addStaff(db(), { email: 'weak@example.org', name: 'x', password: 'password1234' })).rejects.toThrow(
      'common',
    );
    expect((await listStaff(db())).map(({ email }) => email)).not.toContain('weak@example.org');
    const { email } = await addAdmin(app);
    await expect(resetPassword(db(), email, 'short')).rejects.toThrow('at least 12');
    expect(await signIn(email, testPassword)).toBe(200);
  });

  test('can be disabled, enabled and found in any case; the error for an unknown one names it', async () => {
    const { email } = await addAdmin(app);
    await setStaffEnabled(db(), email.toUpperCase(), false);
    expect(await signIn(email, testPassword)).toBe(401);
    await setStaffEnabled(db(), ` ${email} `, true);
    expect(await signIn(email, testPassword)).toBe(200);
    for (const change of [
      () => setStaffEnabled(db(), 'no@example.org', true),
      () => resetPassword(db(), 'no@example.org', testPassword),
    ]) {
      await expect(change()).rejects.toThrow('There is no account for no@example.org.');
    }
  });
});

describe('the first administrator', () => {
  test('is made once by two processes at once, with a password that works', async () => {
    const database = await testDatabase();
    const second = await openDatabase({ databaseUrl: database.url, databasePool: 4, dataDir: '' }, createLog('silent'));
    const settings = { adminEmail: '', adminPassword: '' };
    const made = await Promise.all([database, second, database, second].map((one) => bootstrapAdmin(one.db, settings)));
    const first = made.filter((one) => one !== null);
    expect(first).toEqual([{ email: 'admin@awa.local', password: expect.stringMatching(/^.{27}$/) }]);
    expect(await bootstrapAdmin(database.db, settings)).toBeNull();

    const desk = await testApp({ database });
    const body = { email: 'admin@awa.local', password: first[0]?.password };
    expect((await send(desk.url, '/auth/login', { method: 'POST', body })).status).toBe(200);
    await desk.close();
    await second.close();
    await database.close();
  });

  test('is taken from the settings, and its password is not shown', async () => {
    const database = await testDatabase();
    const settings = { adminEmail: 'boss@example.org', adminPassword: testPassword };
    expect(await bootstrapAdmin(database.db, settings)).toEqual({ email: 'boss@example.org', password: null });
    expect((await listStaff(database.db)).map(({ email }) => email)).toEqual(['boss@example.org']);
    await database.close();
  });

  test('is not made with a weak password, nor when there is an account, even a disabled one', async () => {
    const database = await testDatabase();
    await expect(bootstrapAdmin(database.db, { adminEmail: 'a@b.org', adminPassword: 'password1234' })).rejects.toThrow(
      'common',
    );
    expect(await listStaff(database.db)).toEqual([]);
    await addStaff(database.db, { email: 'a@b.org', name: 'A', password: testPassword });
    await expect(setStaffEnabled(database.db, 'a@b.org', false)).rejects.toThrow('This is the last administrator.');
    await database.pool.query('UPDATE staff SET enabled = false');
    expect(await bootstrapAdmin(database.db, { adminEmail: '', adminPassword: '' })).toBeNull();
    await database.close();
  });
});
