import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof modes)[number];

/** The parameters of a URL, with libpq's environment variables as defaults. */
type Asked = {
  mode: Mode | undefined;
  rootCert: string;
  cert: string;
  key: string;
  passphrase: string;
  bindsChannel: string;
};

export type Address = {
  /** The URL without the TLS parameters, which the driver interprets differently. */
  connectionString: string;
  host: string;
  /**
   * The TLS mode when the URL leads over the network or over TLS; undefined for a socket, and for this machine when no
   * mode is given.
   */
  mode: Mode | undefined;
  /** For the driver. */
  ssl: false | ConnectionOptions;
  /** A server without TLS is used without it. */
  isOptional: boolean;
  /** The certificate of the server is checked. */
  isChecked: boolean;
  /** The sign-in must prove that no third party is in between (SCRAM-SHA-256-PLUS). */
  bindsChannel: boolean;
};

/** The URL in a form that `URL` parses: libpq accepts one without a host. */
const normalized = (url: string) => url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?]|$)/, '$1localhost');

/** Whether a host name or address can be reached from this machine only. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

const isMode = (value: string): value is Mode => (modes as readonly string[]).includes(value);

function askedOf({ searchParams }: URL): Asked {
  const read = (name: string, variable: string) => searchParams.get(name) || process.env[variable] || '';
  // Other drivers write ssl=true; this driver has always checked the server then.
  const plain = { true: 'verify-full', 1: 'verify-full', false: 'disable', 0: 'disable', 'no-verify': 'no-verify' };
  const asked =
    searchParams.get('sslmode') || plain[searchParams.get('ssl') as keyof typeof plain] || process.env.PGSSLMODE || '';
  return {
    mode: isMode(asked) ? asked : undefined,
    rootCert: read('sslrootcert', 'PGSSLROOTCERT'),
    cert: read('sslcert', 'PGSSLCERT'),
    key: read('sslkey', 'PGSSLKEY'),
    passphrase: searchParams.get('sslpassword') ?? '',
    bindsChannel: read('channel_binding', 'PGCHANNELBINDING'),
  };
}

/**
 * Why the desk cannot use this address, as the end of a sentence without any part of the address; undefined when it
 * can.
 */
export function faultOfUrl(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must be a postgres:// URL';
  const [, authority = '', rest = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(normalized(url)) ?? [];
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',')) {
    return 'names several hosts: name one that always leads to the primary, such as a virtual address or a pooler';
  }
  const isEncoded = !/%(?![\da-f]{2})/i.test(authority) && !/^[^?]*@|#/.test(rest);
  if (!isEncoded || !URL.canParse(normalized(url))) {
    return 'must be a postgres:// URL in which / ? # % and @ of the user and the password are written %2F %3F %23 %25 and %40';
  }
  const { searchParams } = new URL(normalized(url));
  const given = searchParams.get('sslmode');
  if (given && !isMode(given)) return `has an unknown sslmode: there are ${modes.join(', ')}`;
  const { mode, rootCert, cert, key, bindsChannel } = askedOf(new URL(normalized(url)));
  if (rootCert === 'system' && mode !== 'verify-full') return 'needs sslmode=verify-full for sslrootcert=system';
  if (Boolean(cert) !== Boolean(key)) return 'needs sslcert and sslkey together';
  if (!['', 'disable', 'prefer', 'require'].includes(bindsChannel)) {
    return 'has an unknown channel_binding: there are disable, prefer, require';
  }
  if (bindsChannel === 'require' && mode === 'disable')
    return 'needs TLS for channel_binding=require: remove sslmode=disable';
  return undefined;
}

/** Throws a plain sentence for a file that cannot be read or is not PEM. */
function readPem(parameter: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${parameter} in the address of the database names a file that cannot be read: ${file} (${code}).`);
  }
  if (text.includes('-----BEGIN ')) return text;
  throw new Error(`${parameter} in the address of the database names a file without a PEM block: ${file}.`);
}

/** The connection options of each mode. docs/operations.md describes them in words. */
function tlsOf(
  mode: Mode,
  { rootCert, cert, key, passphrase }: Asked,
): Pick<Address, 'ssl' | 'isOptional' | 'isChecked'> {
  if (mode === 'disable') return { ssl: false, isOptional: false, isChecked: false };
  const ca = rootCert && rootCert !== 'system' ? readPem('sslrootcert', rootCert) : undefined;
  const shared = {
    ...(ca ? { ca } : {}),
    ...(cert ? { cert: readPem('sslcert', cert), key: readPem('sslkey', key) } : {}),
    ...(passphrase ? { passphrase } : {}),
  };
  const isOptional = mode === 'allow' || mode === 'prefer';
  if (isOptional || mode === 'no-verify' || (mode === 'require' && !ca)) {
    return { ssl: { ...shared, rejectUnauthorized: false }, isOptional, isChecked: false };
  }
  // Without a custom CA, any valid certificate would pass for any host, so `verify-ca` then checks the host too.
  const anyHost = ca && mode !== 'verify-full' ? { checkServerIdentity: () => undefined } : {};
  return { ssl: { ...shared, ...anyHost }, isOptional: false, isChecked: true };
}

/** The driver's options for a URL that passes `faultOfUrl`. Throws a plain sentence for unreadable files. */
export function readAddress(given: string): Address {
  const url = new URL(normalized(given));
  const asked = askedOf(url);
  const host = url.searchParams.get('host') || decodeURIComponent(url.hostname) || process.env.PGHOST || 'localhost';
  const isSocket = host.startsWith('/');
  const mode = isSocket ? undefined : (asked.mode ?? (isLoopback(host) ? undefined : 'prefer'));
  const own = [
    'sslmode',
    'ssl',
    'sslrootcert',
    'sslcert',
    'sslkey',
    'sslpassword',
    'channel_binding',
    'uselibpqcompat',
  ];
  for (const name of own) url.searchParams.delete(name);
  return {
    connectionString: url.href,
    host,
    mode,
    ...tlsOf(mode ?? 'disable', asked),
    bindsChannel: asked.bindsChannel === 'require',
  };
}
