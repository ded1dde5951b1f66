import { placesOfWords } from '#contract/mark-finder.ts';
import type { Harm } from '#contract/mark.ts';
import { inPlace, lookedAt, markRules } from '#contract/mark-places.ts';

// The start of the file from which the app can recognise words on the phone, without telling anybody. The build bundles it
// with the rules and their words, so that the app and the desk recognise the same. It runs in any JavaScript engine.

/** The number of these rules, as `rules.version` in `GET /content/v1/help`. */
export const version = markRules;

/** A place of a text that shows that its writer may be in danger, in UTF-16 code units: `text.slice(start, end)`. */
type Place = { mark: Harm; start: number; end: number };

/** The places of a text that show that its writer may be in danger, in order. */
export const marksIn = (text: string): Place[] =>
  inPlace(placesOfWords(lookedAt(text))).flatMap(({ mark, start, end }) =>
    mark === 'self-harm' || mark === 'violence' || mark === 'threat' || mark === 'emergency'
      ? [{ mark, start, end }]
      : [],
  );
