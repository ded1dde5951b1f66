import type { Word } from '#contract/mark-phrases.ts';
import { type Language, languages } from '#contract/mark-words.ts';

/**
 * Common short words that tell languages apart. Many words of one language are different words of another (`mai`, `ta`,
 * `oku`), so phrases of a language are looked for only where the text is not clearly in others.
 */
const commonWords: Partial<Record<Language, ReadonlySet<string>>> = {
  en: wordsIn(`i the is my to and she he it of in that dey don wey for make with was they this have you go no`),
  yo: wordsIn(`mo mi won maa awon omo oko fun lati yii yi sugbon nigba ninu gbogbo pe oun emi kan ose osu iya iyawo ile eje
    ati tabi yin bawo kini se ki e o ni ti`),
  ha: wordsIn(`da ina amma idan zan sai mini min kuma yana tana wannan mijina cikin don ce yi ta ba ne wata sun suka aka
    har ya na ni ko tun za mai`),
  ig: wordsIn(`m nwa nke mgbe anyi unu ihe onye ahu kemgbe maka mana ime kedu biko bu gi ka nwanyi nwaanyi ndi ga di ma na
    ya o ha`),
};

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** A language is clearly absent where another one has so many times its common words, and at least so many. */
const [times, atLeast] = [2.5, 4];

/** The languages that the words of a text can be in. English and Pidgin are mixed into all others. */
export function languagesOf(words: readonly Word[]): ReadonlySet<Language> {
  const counts = Object.entries(commonWords).map(([language, common]): [string, number] => [
    language,
    words.filter(({ text }) => common.has(text)).length,
  ]);
  const most = Math.max(...counts.map(([, count]) => count));
  const absent = new Set(
    counts
      .filter(([language, count]) => language !== 'en' && most >= atLeast && count * times < most)
      .map(([language]) => language),
  );
  return new Set((Object.keys(languages) as Language[]).filter((language) => !absent.has(language)));
}
