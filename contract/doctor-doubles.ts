import type { Doctor } from '#contract/doctors.ts';
import { fold } from '#contract/fold.ts';

const titles: ReadonlySet<string> = new Set(['dr', 'doctor', 'prof', 'professor', 'mr', 'mrs', 'ms', 'miss']);

/** A name for comparison: without titles, marks and case, its words in alphabetical order. */
export function nameKey(name: string) {
  const words = fold(name.replaceAll(/[’'ʼ`]/g, '')).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const own = words.filter((word) => !titles.has(word));
  return own.sort().join(' ');
}

/** The code of Nigeria, and the number of digits after it in a mobile number. */
const [nigeria, mobileDigits] = ['234', 10] as const;

/** Digits that are no phone number. */
const minDigits = 5;

/** The digits of a number with the code of its country, which is Nigeria when it has none. */
function withCountry(number: string) {
  const digits = number.replaceAll(/\D/g, '');
  if (/^[\s(]*\+/.test(number)) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return nigeria + digits.slice(1);
  // Spreadsheets drop the first zero.
  return digits.length === mobileDigits && /^[789][01]/.test(digits) ? nigeria + digits : digits;
}

/**
 * The numbers in a phone field for comparison, as digits with the code of the country: `0803 123 4567`, `+234 803 123
 * 4567` and `234803…` are one. Extensions are left out; a field may have several numbers.
 */
export function phoneKeys(phone: string): string[] {
  const numbers = phone.split(/[,;/]/).map((part) => part.replace(/\s*(?:ext\.?|x)\s*\d+\s*$/i, ''));
  const keys = numbers
    .map((number) => withCountry(number).replace(/^2340(?=\d{10}$)/, nigeria))
    .filter((digits) => digits.length >= minDigits);
  return [...new Set(keys)];
}

type Known = Pick<Doctor, 'name' | 'phone'>;

function listIn<T>(lists: Map<string, T[]>, key: string, value: T) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * Finds doubles among these doctors: the others with the name of a doctor, and those with one of the numbers. It takes
 * as long as the doctors are many once, and then no time for each question.
 */
export function doublesAmong<T extends Known>(doctors: Iterable<T>) {
  const names = new Map<string, T[]>();
  const phones = new Map<string, T[]>();
  for (const doctor of doctors) {
    const name = nameKey(doctor.name);
    if (name) listIn(names, name, doctor);
    for (const phone of phoneKeys(doctor.phone)) listIn(phones, phone, doctor);
  }
  return (asked: Known, isSame: (doctor: T) => boolean) => {
    const others = (found: T[] = []) => found.filter((doctor) => !isSame(doctor));
    const withPhone = new Set(phoneKeys(asked.phone).flatMap((phone) => others(phones.get(phone))));
    return { sameName: others(names.get(nameKey(asked.name))), samePhone: [...withPhone] };
  };
}
