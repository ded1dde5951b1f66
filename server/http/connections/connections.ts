import type { Server } from 'node:http';
import { BlockList, type Socket, isIPv6 } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '#server/http/connections/network.ts';

type Options = {
  /** The maximum number of open connections. */
  all: number;
  /** The maximum number of connections from one address; an IPv6 /64 counts as one. */
  perAddress: number;
  /**
   * Trusted proxies, in the format of Fastify's `trustProxy`. They carry the connections of all clients, so they count
   * only in `all`.
   */
  trustProxy: false | number | string[];
  log: FastifyBaseLogger;
};

/** The share of all connections beyond which idle ones are closed, to make room for active ones. */
const crowded = 0.9;
/** Milliseconds between two lines of the log about refused connections. */
const sayEvery = 60_000;

/**
 * Limits the open connections of a server, so that clients which never finish a request cannot fill its memory. A
 * connection beyond a limit is closed unread, and the log reports that once a minute.
 */
export function limitConnections(server: Server, { all, perAddress, trustProxy, log }: Options) {
  const isProxy = proxyTest(trustProxy);
  const byNetwork = new Map<string, number>();
  let open = 0;
  let refused = 0;
  let said = -Infinity;

  function sayRefused() {
    refused += 1;
    if (performance.now() - said < sayEvery) return;
    log.warn({ refused, open, perAddress, all }, 'connections were refused: too many are open');
    said = performance.now();
    refused = 0;
  }

  function count(network: string, change: number) {
    const now = (byNetwork.get(network) ?? 0) + change;
    if (now === 0) byNetwork.delete(network);
    else byNetwork.set(network, now);
    return now;
  }

  server.maxConnections = all;
  server.on('drop', sayRefused);
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open >= all * crowded) server.closeIdleConnections();
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    socket.once('close', () => count(network, -1));
    if (count(network, 1) <= perAddress) return;
    socket.destroy();
    sayRefused();
  });
}

/** Whether an address is a trusted proxy. When `trustProxy` is a number of hops, every address is. */
export function proxyTest(trustProxy: Options['trustProxy']): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false;
  const proxies = new BlockList();
  for (const proxy of trustProxy) {
    const [address = '', bits] = proxy.split('/');
    const family = familyOf(address);
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => proxies.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
