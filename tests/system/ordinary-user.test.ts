import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installUnprivileged } from '#tests/desk/install-unprivileged.ts';
import { plainPicture, upload } from '#tests/records/pictures.ts';
import { endServer, launch, startServer } from '#tests/desk/server-process.ts';
import { signIn } from '#tests/desk/writes.ts';

test('a user without rights runs the desk in a folder with spaces, brackets and letters beyond ASCII', async () => {
  const { folder, dataDir, backups, program, account } = installUnprivileged("Ọlá's [desk] 1");
  const settings = { DATA_DIR: dataDir };
  const run = async (...args: string[]) => {
    const command = launch(program('scripts/command.mjs'), settings, { args, account });
    return { code: await command.ended, errors: command.errors(), output: command.output() };
  };
  const server = await startServer(program('dist/server/main.mjs'), settings, { account });
  expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(account.uid ?? process.getuid?.());

  const bearer = await signIn(server.url, server.password ?? '');
  const { status, json } = await upload(server, bearer, await plainPicture('jpeg'));
  expect(status).toBe(201);
  expect((await fetch(`${server.url}${(json as { imageUrl: string }).imageUrl}`)).status).toBe(200);

  const added = await run('staff', 'add', 'ada@example.org', '--name', 'Ọlá');
  expect(added).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('ada@example.org') });
  const backup = path.join(backups, 'desk 1.tar');
  expect(await run('backup', backup)).toMatchObject({ code: 0, errors: '' });
  expect(existsSync(backup)).toBe(true);

  await endServer(server, dataDir);
  expect(server.errors()).toBe('');
  rmSync(folder, { recursive: true, force: true });
});
