// npm run dev: the server starts again when its code changes, and Vite reloads the screens. Open Vite's address; it
// proxies all requests except those for screens to the server.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
install();

const { createServer } = await import('vite');
const { parseEnv } = await import('node:util');
// Read as the server does: the environment wins over `.env`, and an empty value means the default.
const inFile = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
const port = (process.env.PORT ?? inFile.PORT) || '4000';
// All paths except the addresses of the screens, `/admin` and `/admin/desk/…`, and of their code, such as `/api/call.ts`.
const calls =
  '^/(?![^?]*\\.tsx?(\\?|$))(admin/(?!desk(/|$))|(api|auth|account|content|images|preview|docs)(/|$)|openapi\\.json|healthz|readyz)';
const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { proxy: { [calls]: { target: `http://127.0.0.1:${port}` } } },
});
await vite.listen();
// Passkeys belong to the address that people open.
const publicUrl = (process.env.PUBLIC_URL ?? inFile.PUBLIC_URL) || new URL(vite.resolvedUrls?.local[0] ?? '').origin;

const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PUBLIC_URL: publicUrl } },
);
vite.printUrls();

// Ctrl-C in the terminal reaches the server too. A second signal would kill it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  void vite.close().finally(() => process.exit(code ?? 1));
});
