import type { StatementLanguage } from '#contract/moderation.ts';
import { hash, type Random, seededRandom } from '#server/database/seeded-random.ts';
import {
  awkwardNames,
  awkwardUsernames,
  christianNames,
  nicknames,
  type People,
  peoples,
} from '#server/users/demo-names.ts';

export type InventedPerson = { name: string; username: string; email: string; language: StatementLanguage | null };

/** Domains that can never belong to anyone (RFC 2606), so that no mail reaches a stranger with that name. */
const domains = ['example.com', 'example.org', 'example.net', 'mail.example'];

const hooked: Record<string, string> = {
  ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ɔ: 'o', ɛ: 'e', Ɓ: 'B', Ɗ: 'D', Ƙ: 'K', Ƴ: 'Y', Ɔ: 'O', Ɛ: 'E',
}; // prettier-ignore

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ɓɗƙƴɔɛƁƊƘƳƆƐ]/g, (letter) => hooked[letter] as string);

/** Many people type the dots below, which make other letters, but no tone marks. */
const withoutTones = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300\u0301\u0304\u030c]/g, '')
    .normalize('NFC');

/**
 * Spells a name as people type their own: mostly without diacritics, some with the dots only, few with every tone mark.
 */
function spelling(random: Random): (name: string) => string {
  const care = random.next();
  const marks = care < 0.62 ? plain : care < 0.85 ? withoutTones : (name: string) => name;
  const letters = random.next();
  if (letters < 0.06) return (name) => marks(name).toLowerCase();
  if (letters < 0.1) return (name) => marks(name).toUpperCase();
  return marks;
}

/** Each people, repeated as many times as its share. */
const byShare: readonly People[] = peoples.flatMap((people) => Array.from({ length: people.share }, () => people));

function givenName(people: People, random: Random): string {
  if (random.chance(0.03)) return random.pick(people.men);
  return random.chance(people.english) ? random.pickEarly(christianNames) : random.pickEarly(people.women);
}

function fullName(given: string, family: string, people: People, random: Random): string {
  const shape = random.next();
  if (shape < 0.62) return `${given} ${family}`;
  if (shape < 0.76) return `${given} ${givenName(people, random)} ${family}`;
  if (shape < 0.85) return given;
  if (shape < 0.93) return `${family} ${given}`;
  if (shape < 0.96) return `${given} ${family.charAt(0)}.`;
  return `${given} ${family}-${random.pickEarly(random.pick(byShare).families)}`;
}

const letters = (name: string) =>
  plain(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** The two digits of a year of birth that many append to their name. */
const birthYear = (random: Random) => String((78 + Math.floor(random.next() * 30)) % 100).padStart(2, '0');

function pickUsername(given: string, family: string, random: Random): string {
  const shape = random.next();
  if (shape < 0.2) return `${given}_${family}`;
  if (shape < 0.34) return given + family;
  if (shape < 0.5) return given + birthYear(random);
  if (shape < 0.58) return `${random.pick(['ms', 'miss', 'mrs', 'its', 'iam', 'real', 'official'])}_${given}`;
  if (shape < 0.64) return given.slice(0, 3) + family.slice(0, 4);
  if (shape < 0.69) return `${given.charAt(0).toUpperCase()}${given.slice(1)}`;
  if (shape < 0.995) return random.pick(nicknames) + (random.chance(0.5) ? birthYear(random) : '');
  return given + random.pick(awkwardUsernames);
}

function pickAddress(given: string, family: string, random: Random): string {
  const shape = random.next();
  if (shape < 0.36) return `${given}.${family}`;
  if (shape < 0.6) return given + family;
  if (shape < 0.74) return given + birthYear(random);
  if (shape < 0.84) return `${family}.${given}`;
  if (shape < 0.92) return given.charAt(0) + family;
  return `${random.pick(nicknames)}${birthYear(random)}`;
}

/** Half of them use the app in English, some have not said a language. */
function pickLanguage({ language = 'pidgin' }: People, random: Random): StatementLanguage | null {
  const share = random.next();
  if (share < 0.5) return 'english';
  return share < 0.9 ? language : null;
}

/**
 * Says whether a word may have occurred before (a Bloom filter). A no is always right. One yes in 400 is wrong, which
 * only adds a number to a name. A million words take 2 MB instead of 100.
 */
function mayHaveSeen(expected: number): (word: string) => boolean {
  const bits = 2 ** Math.ceil(Math.log2(Math.max(expected, 64) * 16));
  const seen = new Uint8Array(bits / 8);
  return (word) => {
    const first = hash(word);
    const step = hash(word, first);
    let all = true;
    for (let i = 0; i < 4; i++) {
      const bit = (first + i * step) % bits;
      const mask = 1 << (bit & 7);
      all &&= ((seen[bit >>> 3] as number) & mask) !== 0;
      (seen[bit >>> 3] as number) |= mask;
    }
    return all;
  };
}

/** Adds a number to a name until it is free, as sign-up forms make people do. */
function firstFree(name: string, end: string, taken: (word: string) => boolean, random: Random): string {
  let word = name + end;
  for (let limit = 100; taken(word.toLowerCase()); limit = Math.min(limit * 10, 1e9)) {
    word = `${name}${Math.floor(random.next() * limit)}${end}`;
  }
  return word;
}

/** `count` people, the same ones for the same count. No two have the same email or username. */
export function* demoPeople(count: number): Generator<InventedPerson> {
  const random = seededRandom(`people ${count}`);
  const emailTaken = mayHaveSeen(count);
  const usernameTaken = mayHaveSeen(count);
  // A separate seed, so that the rest does not depend on it.
  const reads = seededRandom(`languages ${count}`);
  for (let i = 0; i < count; i++) {
    const people = random.pick(byShare);
    const given = givenName(people, random);
    const family = random.pickEarly((random.chance(0.9) ? people : random.pick(byShare)).families);
    const full = spelling(random)(fullName(given, family, people, random));
    const unnamed = random.chance(0.07);
    const name = unnamed ? '' : random.chance(0.003) ? random.pick(awkwardNames) : full;
    const hasUsername = random.chance(unnamed ? 0.6 : 0.8);
    const [first, last] = [letters(given), letters(family)] as const;
    const username = hasUsername ? firstFree(pickUsername(first, last, random), '', usernameTaken, random) : '';
    const domain = `@${random.pickEarly(domains)}`;
    const email = firstFree(pickAddress(first, last, random), domain, emailTaken, random);
    const language = pickLanguage(people, reads);
    yield { name: name.normalize('NFC'), username: username.normalize('NFC'), email, language };
  }
}
