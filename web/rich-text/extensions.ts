import { Image } from '@tiptap/extension-image';
import { Extension, Mark } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { isWebUrl } from '#contract/common.ts';
import { ownImage } from '#contract/images.ts';
import { alignments, headingLevels, linkAttributes } from '#contract/rich-text.ts';

/** The `#rrggbb` of a colour in a style; null for one that is not kept. */
function hexOf(colour: string) {
  if (/^#[\da-f]{6}$/i.test(colour)) return colour;
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : null;
}

/** The text colour, in the attribute `colour`. */
const Colour = Mark.create({
  name: 'colour',
  addAttributes: () => ({ colour: { default: null } }),
  parseHTML: () => [
    {
      style: 'color',
      getAttrs: (value) => {
        const colour = hexOf(value);
        return colour !== null && { colour };
      },
    },
  ],
  renderHTML: ({ mark }) => ['span', { style: `color: ${String(mark.attrs.colour)};` }, 0],
});

/** The alignment of a paragraph or heading, in the attribute `textAlign`; null is the start of the line. */
const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: ({ style }) => alignments.find((one) => one === style.textAlign) ?? null,
          renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align: ${String(textAlign)};` } : {}),
        },
      },
    },
  ],
});

/** The desk's pictures only: the editor would load those of other websites. */
const Picture = Image.extend({
  parseHTML: () => [{ tag: 'img', getAttrs: (image) => ownImage.test(image.getAttribute('src') ?? '') && null }],
});

/** The elements that the editor can create: exactly those that `contract/rich-text.ts` keeps. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [...headingLevels] },
    // It would change a text with another ending as soon as the text is opened.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: linkAttributes,
      isAllowedUri: (address) => isWebUrl(address.trim()),
      shouldAutoLink: isWebUrl,
    },
  }),
  Picture,
  Colour,
  Alignment,
];
