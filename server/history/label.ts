/** The maximum length of a label, in code points. */
const most = 200;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The label of a thing, cut to its maximum length between two visible characters. */
export function shortenLabel(label: string) {
  if (label.length <= most) return label;
  let left = most;
  for (const { index, segment } of segmenter.segment(label)) {
    left -= [...segment].length;
    if (left < 0) return label.slice(0, index);
  }
  return label;
}
