import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Answer, read } from '#tests/desk/send.ts';
import { freePort, until } from '#tests/desk/server-process.ts';

export const host = 'desk.example.org';

type Place = { folder: string; certificate: string; key: string; port: number; redirects: number };

type Proxy = {
  example: string;
  program: string;
  /** Replaces the machine-specific parts of the example for the test. */
  placed: (text: string, place: Place) => string;
  /** The arguments of the program, for an example in this file of the folder. */
  words: (file: string, place: Place) => string[];
};

const isRoot = process.getuid?.() === 0;

const certificates = (text: string, { certificate, key }: Place) =>
  text.replaceAll('/etc/ssl/desk/fullchain.pem', certificate).replaceAll('/etc/ssl/desk/privkey.pem', key);

/** A main configuration file that includes the example. */
function wrapped({ folder }: Place, lines: string[]) {
  const file = path.join(folder, 'main.conf');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

const apacheModules = '/usr/lib/apache2/modules';

/** The proxies with an example in `deploy/proxies/`. */
export const proxies: Record<string, Proxy> = {
  nginx: {
    example: 'nginx.conf',
    program: 'nginx',
    placed: (text, place) =>
      certificates(text, place)
        .replaceAll(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen ${place.redirects};`)
        .replace('listen 443 ', `listen ${place.port} `),
    words: (file, place) => [
      '-c',
      wrapped(place, [
        ...(isRoot ? ['user root;'] : []),
        'daemon off;',
        `pid ${place.folder}/pid;`,
        `error_log ${place.folder}/error.log;`,
        'events {}',
        `http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place.folder}/${name};`).join(' ')} include ${file}; }`,
      ]),
    ],
  },
  Caddy: {
    example: 'Caddyfile',
    program: 'caddy',
    placed: (text, { port, certificate, key }) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text.replace(`${host} {`, `https://${host}:${port} {\n\ttls ${certificate} ${key}`)}`,
    words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  HAProxy: {
    example: 'haproxy.cfg',
    program: 'haproxy',
    placed: (text, { folder, port, redirects, certificate, key }) => {
      writeFileSync(path.join(folder, 'desk.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
      return text
        .replace('/etc/haproxy/desk.pem', `${folder}/desk.pem`)
        .replace('bind :80\n', `bind 127.0.0.1:${redirects}\n`)
        .replace('bind :443 ', `bind 127.0.0.1:${port} `);
    },
    words: (file) => ['-db', '-f', file],
  },
  Apache: {
    example: 'apache.conf',
    program: 'apache2',
    placed: (text, place) =>
      certificates(text, place).replace('*:80', `*:${place.redirects}`).replace('*:443', `*:${place.port}`),
    words: (file, place) => [
      '-DFOREGROUND',
      '-f',
      wrapped(place, [
        `ServerRoot ${place.folder}`,
        `PidFile ${place.folder}/pid`,
        `DefaultRuntimeDir ${place.folder}`,
        `ErrorLog ${place.folder}/error.log`,
        `ServerName ${host}`,
        ...(isRoot ? ['User www-data', 'Group www-data'] : []),
        ...['mpm_event', 'authz_core', 'alias', 'env', 'ssl', 'headers', 'proxy', 'proxy_http'].map(
          (name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`,
        ),
        `Listen 127.0.0.1:${place.redirects}`,
        `Listen 127.0.0.1:${place.port}`,
        `Include ${file}`,
      ]),
    ],
  },
};

/** The proxies installed on this machine. */
export const installed = Object.keys(proxies).filter((name) => {
  const { program = '' } = proxies[name] ?? {};
  return spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;
});

type Asked = { method?: string; headers?: Record<string, string>; body?: Buffer | string };

/**
 * Runs a proxy with its example, in front of the server at `desk`, an address such as `127.0.0.1:4000`. `change`
 * modifies the example. `ask` makes a call by https.
 */
export async function runProxy(name: string, desk: string, change = (text: string) => text) {
  const proxy = proxies[name];
  if (!proxy) throw new Error(`There is no example for ${name}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-proxy-'));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${host}`;
  const made = [...request.split(' '), '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', certificate];
  execFileSync('openssl', made, { stdio: 'ignore' });
  const place = { folder, key, certificate, port: await freePort(), redirects: await freePort() };
  const file = path.join(folder, proxy.example);
  const example = change(readFileSync(path.join('deploy/proxies', proxy.example), 'utf8'));
  writeFileSync(file, proxy.placed(example, place).replaceAll('127.0.0.1:4000', desk));
  const child = spawn(proxy.program, proxy.words(file, place), {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(child, 'close');

  const agent = new https.Agent({ keepAlive: true, maxSockets: 20, ca: readFileSync(certificate), servername: host });
  const open = async (address: string, { method = 'GET', headers = {}, body }: Asked = {}) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const given = { host, ...length, ...headers };
    const sent = https.request({ agent, host: '127.0.0.1', port: place.port, path: address, method, headers: given });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as Parameters<typeof read>;
    return answer;
  };
  const ask = async (address: string, asked?: Asked): Promise<Answer> => read(await open(address, asked));
  try {
    await until('the proxy', async () => (await ask('/readyz')).status === 200, 60_000);
  } catch (error) {
    child.kill('SIGKILL');
    const log = path.join(folder, 'error.log');
    throw new Error(`${said}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`, { cause: error });
  }
  return {
    ask,
    open,
    async stop() {
      agent.destroy();
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
