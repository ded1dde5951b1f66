import { BlockList, isIP } from 'node:net';

/** Networks without a host of the public internet: the special-purpose registries of IANA (RFC 6890), and multicast. */
const special =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'.split(
    ' ',
  );
/** The only IPv6 network with public hosts, and the parts of it that lead elsewhere: Teredo, documentation, 6to4. */
const global = '2000::/3';
const withinGlobal = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(networks: readonly string[]) {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    list.addSubnet(base, Number(bits), isIP(base) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const closed = listOf([...special, ...withinGlobal]);
const open = listOf([global]);

/** Whether an address belongs to a host of the public internet. Addresses of IPv4 within IPv6 do not count as one. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed.check(address, 'ipv4');
  return version === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
