import { BlockList, isIP } from 'node:net';
import { crc32 } from 'node:zlib';
import { keyPrefix } from '#contract/app-keys.ts';
import { newToken } from '#server/auth/tokens.ts';

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0');

/** A new key: the prefix, 256 random bits, and a checksum, by which a mistyped key is refused without a look-up. */
export function newAppKey() {
  const random = `${keyPrefix}${newToken()}`;
  return `${random}_${checksumOf(random)}`;
}

const shape = new RegExp(`^(${keyPrefix}[\\w-]{43})_([0-9a-f]{8})$`);

/** Whether a text can be a key: it has the form of one, and its checksum fits. */
export function isAppKey(text: string) {
  const [, random = '', checksum] = shape.exec(text) ?? [];
  return checksum !== undefined && checksum === checksumOf(random);
}

/** The address without the prefix that IPv4 addresses have on an IPv6 socket. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Whether an address is in one of these networks in CIDR notation. No networks mean every address. */
export function isInNetworks(networks: readonly string[], address: string) {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    list.addSubnet(base, Number(bits), isIP(base) === 6 ? 'ipv6' : 'ipv4');
  }
  const one = plain(address);
  return list.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The network of an address, as the log has it: the first three bytes of an IPv4 address, the first six of an IPv6
 * address.
 */
export function networkOf(address: string) {
  const one = plain(address);
  if (isIP(one) === 4) return `${one.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIP(one) !== 6) return '';
  // The URL parser writes an IPv6 address in its shortest form; `::` stands for the zeros that it left out.
  const [before = '', after] = new URL(`http://[${one.split('%')[0]}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const zeros = after === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 3).join(':')}::/48`;
}
