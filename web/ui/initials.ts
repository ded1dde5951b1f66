/**
 * One or two capitals for a person: first letters of the first and the last word. Tone marks and dots go
 * (Ọ gives O), hooked letters are letters of their own and stay (Ɗ). Empty when the name has no letter.
 */
export function initials(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[\s_-]+/)
    .map((word) => /\p{L}/u.exec(word)?.[0])
    .filter((letter) => letter !== undefined);
  const [first] = letters;
  const last = letters.length > 1 ? letters.at(-1) : '';
  return first ? `${first}${last}`.toLocaleUpperCase('en') : '';
}

const tints = 6;

/** Which of the six tints a person has: the same for an id everywhere and always. FNV-1a over the id. */
export function tintOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % tints;
}
