/** The maximum length of a label, in code points. */
const most = 200;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts the label of a record to its maximum length, or shorter, between two visible characters. */
export function shortenLabel(label: string, length = most) {
  if (label.length <= length) return label;
  let left = length;
  for (const { index, segment } of segmenter.segment(label)) {
    left -= [...segment].length;
    if (left < 0) return label.slice(0, index);
  }
  return label;
}
