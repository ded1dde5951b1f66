import pg from 'pg';
import type { Settings } from '#server/env.ts';
import { isLoopback } from '#server/http/network.ts';

/** A host that is a folder means a socket on this machine. */
const staysHere = (host: string) => host.startsWith('/') || isLoopback(host);

/**
 * Warnings for an operator about these settings: a sentence for each connection on which passwords travel unencrypted.
 */
export function networkWarnings(settings: Settings): string[] {
  const { host, publicUrl } = settings;
  const warnings: string[] = [];
  const addresses = {
    DATABASE_URL: settings.databaseUrl,
    DATABASE_DIRECT_URL: settings.databaseDirectUrl,
    DATABASE_REPLICA_URL: settings.databaseReplicaUrl,
  };
  for (const [name, connectionString] of Object.entries(addresses)) {
    if (!connectionString) continue;
    // The driver knows every way to ask for TLS: parameters of the URL and the environment.
    const client = new pg.Client({ connectionString });
    if (!client.ssl && !staysHere(client.host)) {
      warnings.push(`The database is reached over the network without TLS. Add sslmode=verify-full to ${name}.`);
    }
  }
  if (!isLoopback(host) && !publicUrl) {
    warnings.push(
      `HOST is ${host} and PUBLIC_URL is not set: people sign in over plain http, and others on the network can read ` +
        'their passwords. Put a proxy with https in front and set PUBLIC_URL to its address.',
    );
  }
  return warnings;
}
