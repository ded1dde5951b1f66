import { z } from 'zod';
import type { PaletteItem } from '#web/app/palette-items.ts';
import { readStored, store } from '#web/lib/local-storage.ts';

const maxRecent = 6;

const Recent = z.array(
  z.object({
    label: z.string(),
    note: z.string().exactOptional(),
    to: z.string(),
    search: z.record(z.string(), z.union([z.string(), z.boolean()])).exactOptional(),
    press: z.string().exactOptional(),
    menu: z.string().exactOptional(),
  }),
);

const nameOf = (adminId: string) => `awa-desk-recent-${adminId}`;

/** The entries that an account chose last on this device, newest first. None when they cannot be read. */
export function recentOf(adminId: string): PaletteItem[] {
  try {
    return Recent.safeParse(JSON.parse(readStored(nameOf(adminId)) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

const sameAs = (one: PaletteItem) => JSON.stringify([one.to, one.search, one.press]);

/** Keeps a chosen entry on this device. The caller leaves out people and what they wrote. */
export function keepRecent(adminId: string, { label, note, to, search, press, menu }: PaletteItem) {
  const item = {
    label,
    to,
    ...(note && { note }),
    ...(search && { search }),
    ...(press && { press }),
    ...(menu && { menu }),
  };
  const others = recentOf(adminId).filter((one) => sameAs(one) !== sameAs(item));
  store(nameOf(adminId), JSON.stringify([item, ...others].slice(0, maxRecent)));
}
