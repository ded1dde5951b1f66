import { expect, test } from 'vitest';
import { checkText } from '#contract/checks.ts';
import { isWebUrl, optionalEmail, optionalUrl, text, textLength } from '#contract/common.ts';
import { listField, richField } from '#contract/fields.ts';
import { optionalImageUrl } from '#contract/images.ts';
import { cardFields } from '#contract/lady-due.ts';
import { marksOf, namesIn, placesIn } from '#contract/marks.ts';
import { fillPlaceholders } from '#contract/placeholders.ts';
import { reviewedFields } from '#contract/approvals.ts';
import { imagesIn, keptStyle, showsSomething, withPublicImages } from '#contract/rich-text.ts';
import { sourceKey } from '#contract/source-key.ts';
import { shortenLabel } from '#server/log/label.ts';
import { sanitizeRichText } from '#server/rich-text/sanitize.ts';
import { measureJson } from '#server/http/body.ts';
import { growthOf, processorTime } from '#tests/attacks/growth.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { fold } from '#contract/fold.ts';
import { searched } from '#web/lib/fold.ts';
import { letters, lettersByPattern } from '#web/lib/letters.ts';
import { markText } from '#web/lib/mark-text.ts';
import { parseNumber } from '#web/lib/numbers.ts';
import { differingWords } from '#web/lib/word-diff.ts';
import { blocksOf } from '#web/rich-text/blocks.ts';
import { linesOf, wordsOf } from '#contract/rich-text-words.ts';
import { initials } from '#web/ui/initials.ts';

const max = 1_000_000;
const typed = text({ max });
const list = listField('Things', { item: 'A thing', max, maxLength: max }).schema;
const rich = richField('Text').schema;
const [email, url, image] = [optionalEmail('Email'), optionalUrl('Address'), optionalImageUrl('Image')];
const limits = { bodyLimit: max * 100, bytesPerField: 50 };

/** All our rules that read user input. */
const rules: Record<string, (value: string) => unknown> = {
  marks: (value) => marksOf(placesIn(value)),
  'possible names': namesIn,
  'the checks of a text': (value) => {
    const values = { description: value, richContent: `<p>${value}`, citations: value.split(' ') };
    return checkText({ fields: cardFields.fields, reviewed: reviewedFields.card, values });
  },
  'a text that was typed': (value) => typed.safeParse(value),
  'a rich text that was sent': (value) => rich.safeParse(value),
  'a list that was typed': (value) => list.safeParse(value.split(/[ .<]/).map((one, at) => `${one}${at}`)),
  'an email address': (value) => email.safeParse(value),
  'a web address': (value) => [url.safeParse(value), isWebUrl(`https://${value}`)],
  'the address of an image': (value) => image.safeParse(value),
  'the length of a text': textLength,
  'a rich text': sanitizeRichText,
  'whether a rich text shows anything': showsSomething,
  'the images of a rich text': imagesIn,
  'public addresses in a rich text': (value) => withPublicImages(value, 'https://desk.example.org'),
  'placeholders in a text': (value) =>
    [value, `<p>${value}`].map((one) => fillPlaceholders(`${one}{helpline}`, { emergency: '112', helpline: '' })),
  'the key of a citation': sourceKey,
  'a style': (value) => [keptStyle('p', value), keptStyle('span', value.replaceAll(' ', ';'))],
  'the label of a record': shortenLabel,
  'the bytes of a body': (value) => [...measureJson(Buffer.from(JSON.stringify({ value, list: [...value] })), limits)],
  'a folded text': fold,
  'a searched text': searched,
  'a marked letter': (value) => markText(value, 'a'),
  'a marked text': (value) => markText(value, value.slice(0, value.length / 2)),
  'an excerpt': (value) => excerpt(value),
  initials,
  letters: (value) => [...letters(value)],
  'letters where a browser knows none': lettersByPattern,
  'the words of a rich text': (value) => [linesOf(value), wordsOf(value)],
  'the blocks of a rich text': blocksOf,
  'words that differ': (value) => differingWords(value, value.slice(500)),
  'a number': parseNumber,
};

test.each(Object.entries(rules))('the time for %s grows with the length of the text alone', async (_, rule) => {
  expect(await growthOf((value) => processorTime(() => rule(value)))).toEqual([]);
});
