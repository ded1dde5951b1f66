import { isIPv6 } from 'node:net';

/**
 * The key by which limits count an address. An IPv6 customer has a whole /64, so all of it counts as one, in any
 * notation. An IPv4 address written as IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const missing = address.includes('::') ? 8 - left.length - right.length : 0;
  const parts = [...left, ...Array.from({ length: missing }, () => '0'), ...right].slice(0, 4);
  return parts.map((part) => Number.parseInt(part, 16).toString(16)).join(':');
}
