import { setTimeout as pause } from 'node:timers/promises';
import { type Look, type Reach, look } from '#server/commands/links/look.ts';

/** The days, in UTC, on which an address failed since it last worked, by address. */
export type LinkState = Record<string, string[]>;

/** The number of different days with a failure after which a page counts as gone. */
const daysUntilGone = 3;

export type LinkFinding = Omit<Look, 'outcome'> & {
  address: string;
  outcome: Look['outcome'] | 'gone';
  /** The number of texts that cite the address; left out for addresses from a file. */
  texts?: number;
  /** The days on which it failed since it last worked. */
  failedOn?: string[];
};

/** Milliseconds between two requests to one host. */
const pauseBetween = 1000;
/** The most hosts that are called at the same time. */
const maxHosts = 4;

/** Runs the work for each host one after the other, with a pause in between. */
function turns(milliseconds: number): Reach['inTurn'] {
  const last = new Map<string, Promise<unknown>>();
  return (host, work) => {
    const before = last.get(host);
    const mine = (async () => {
      if (before) {
        await before.catch(() => {});
        await pause(milliseconds);
      }
      return work();
    })();
    last.set(host, mine);
    return mine;
  };
}

/** The days of an address after a look on `day`. A look that cannot tell changes nothing. */
function daysAfter({ outcome }: Look, days: readonly string[], day: string): string[] {
  if (outcome === 'ok' || outcome === 'moved') return [];
  return outcome === 'failed' ? [...new Set([...days, day])] : [...days];
}

type Given = {
  state: LinkState;
  day: string;
  reach: Omit<Reach, 'inTurn'>;
  /** Milliseconds between two requests to one host. */
  between?: number;
};

type Checked = { findings: LinkFinding[]; state: LinkState };

/**
 * Looks at each address once, in parallel only at different hosts. `day` is today, as 2026-11-28. Returns the findings in the
 * order of the addresses, and the state for the next run, without addresses that are no longer checked.
 */
export async function checkLinks(
  addresses: ReadonlyMap<string, number | undefined>,
  { state, day, reach, between = pauseBetween }: Given,
): Promise<Checked> {
  const inTurn = turns(between);
  const hosts = new Map<string, string[]>();
  for (const address of addresses.keys()) {
    const { hostname } = new URL(address);
    hosts.set(hostname, [...(hosts.get(hostname) ?? []), address]);
  }
  const waiting = [...hosts.values()];
  const looks = new Map<string, Look>();
  const work = async () => {
    for (let own = waiting.shift(); own; own = waiting.shift()) {
      for (const address of own) looks.set(address, await look(address, { ...reach, inTurn }));
    }
  };
  await Promise.all(Array.from({ length: maxHosts }, work));
  const next: LinkState = {};
  const findings: LinkFinding[] = [];
  for (const [address, texts] of addresses) {
    const seen = looks.get(address) ?? { outcome: 'failed' };
    const failedOn = daysAfter(seen, state[address] ?? [], day);
    if (failedOn.length > 0) next[address] = failedOn;
    findings.push({
      address,
      ...seen,
      ...(seen.outcome === 'failed' && failedOn.length >= daysUntilGone && { outcome: 'gone' }),
      ...(texts !== undefined && { texts }),
      ...(failedOn.length > 0 && { failedOn }),
    });
  }
  return { findings, state: next };
}
