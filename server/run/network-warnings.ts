import { mailSecurity } from '#server/auth/link-mail.ts';
import { isLoopback, readAddress } from '#server/database/connect/address.ts';
import type { Settings } from '#server/env.ts';

/** The risk of the connection to a database; undefined when there is none, or when it stays on this machine. */
function warningOf(name: string, url: string): string | undefined {
  const { host, mode, isChecked, isOptional } = readAddress(url);
  if (host.startsWith('/') || isLoopback(host) || isChecked) return undefined;
  if (mode === 'disable')
    return `The database is reached over the network without TLS. Set sslmode=verify-full in ${name}.`;
  const readers = isOptional ? 'and can switch TLS off ' : '';
  return (
    `Nothing checks that the server of ${name} is the right one (sslmode=${mode}): who stands in between can read everything ` +
    `${readers}unnoticed. Set sslmode=verify-full there, with sslrootcert=FILE where the provider has a CA of its own.`
  );
}

/**
 * Warnings for an operator about these settings: a sentence for each connection on which passwords are sent
 * unencrypted, or to a server that is not verified.
 */
export function networkWarnings(settings: Settings): string[] {
  const { host, publicUrl } = settings;
  const addresses = {
    DATABASE_URL: settings.databaseUrl,
    DATABASE_DIRECT_URL: settings.databaseDirectUrl,
    DATABASE_REPLICA_URL: settings.databaseReplicaUrl,
  };
  const warnings = Object.entries(addresses).flatMap(([name, url]) => (url && warningOf(name, url)) || []);
  if (!isLoopback(host) && !publicUrl) {
    warnings.push(
      `HOST is ${host} and PUBLIC_URL is not set: people sign in over plain http, and others on the network can read ` +
        'their passwords. Put a proxy with https in front and set PUBLIC_URL to its address.',
    );
  }
  if (settings.smtpUrl && mailSecurity(settings.smtpUrl).isPlain) {
    warnings.push(
      'SMTP_URL sends its password, and letters with the links that set a password, over the network without TLS (ignoreTLS): who ' +
        'stands in between can read them. Use a server with STARTTLS or smtps.',
    );
  }
  return warnings;
}
