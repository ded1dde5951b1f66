import { normalized } from '#contract/normalized.ts';

/**
 * One or two capitals for a person: the first letters of the first and the last word. Tone marks and dots are dropped
 * (Ọ gives O); hooked letters are separate letters and stay (Ɗ). Empty when the name has no letter.
 */
export function initials(name: string): string {
  const letters = normalized(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .split(/[\s_-]+/)
    .map((word) => /\p{L}/u.exec(word)?.[0])
    .filter((letter) => letter !== undefined);
  const [first] = letters;
  const last = letters.length > 1 ? letters.at(-1) : '';
  return first ? `${first}${last}`.toLocaleUpperCase('en') : '';
}

const tints = 6;

/** The index of a person's tint, one of six: always the same for an id. It is FNV-1a over the id. */
export function tintOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % tints;
}
