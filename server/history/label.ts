/** The maximum length of a label, in code points. */
const most = 200;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a thing is called, as long as a label may be: cut between what a person sees as characters. */
export function shortenLabel(label: string) {
  let left = most;
  for (const { index, segment } of segmenter.segment(label)) {
    left -= [...segment].length;
    if (left < 0) return label.slice(0, index);
  }
  return label;
}
