import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconH4,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPalette,
  IconPhoto,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react';
import type { ChainedCommands, Editor } from '@tiptap/react';
import { alignments, headingLevels } from '#contract/rich-text.ts';

/** The panel that a control opens before it acts. */
export type Panel = 'link' | 'picture' | 'colour';

export type Tool = {
  label: string;
  icon: Icon;
  /** Its shortcut, if the editor does not have one. */
  keys?: string;
  /** Whether the text at the cursor has this format. */
  isOn?: (editor: Editor) => boolean;
} & ({ panel: Panel } | { run: (chain: ChainedCommands) => ChainedCommands });

const headingIcons = [IconH1, IconH2, IconH3, IconH4];

const headings = headingLevels.map((level, at): Tool => ({
  label: `Heading ${level}`,
  icon: headingIcons[at] ?? IconH1,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (chain) => chain.toggleHeading({ level }),
}));

const alignmentIcons = {
  left: IconAlignLeft,
  center: IconAlignCenter,
  right: IconAlignRight,
  justify: IconAlignJustified,
};
const alignmentLabels = { left: 'Align left', center: 'Align center', right: 'Align right', justify: 'Justify' };

/** The tools that are always shown, by group: as many as fit in one row beside the settings and the phone. */
export const tools: readonly (readonly Tool[])[] = [
  headings.slice(1, 3),
  [
    { label: 'Bold', icon: IconBold, isOn: (one) => one.isActive('bold'), run: (chain) => chain.toggleBold() },
    { label: 'Italic', icon: IconItalic, isOn: (one) => one.isActive('italic'), run: (chain) => chain.toggleItalic() },
    {
      label: 'Underline',
      icon: IconUnderline,
      isOn: (one) => one.isActive('underline'),
      run: (chain) => chain.toggleUnderline(),
    },
  ],
  [
    {
      label: 'Bullet list',
      icon: IconList,
      isOn: (one) => one.isActive('bulletList'),
      run: (chain) => chain.toggleBulletList(),
    },
    {
      label: 'Numbered list',
      icon: IconListNumbers,
      isOn: (one) => one.isActive('orderedList'),
      run: (chain) => chain.toggleOrderedList(),
    },
    {
      label: 'Quote',
      icon: IconBlockquote,
      isOn: (one) => one.isActive('blockquote'),
      run: (chain) => chain.toggleBlockquote(),
    },
  ],
  [
    { label: 'Link', icon: IconLink, keys: 'Control+K', isOn: (one) => one.isActive('link'), panel: 'link' },
    { label: 'Picture', icon: IconPhoto, isOn: (one) => one.isActive('image'), panel: 'picture' },
    { label: 'Text colour', icon: IconPalette, isOn: (one) => one.isActive('colour'), panel: 'colour' },
  ],
  [
    { label: 'Undo', icon: IconArrowBackUp, run: (chain) => chain.undo() },
    { label: 'Redo', icon: IconArrowForwardUp, run: (chain) => chain.redo() },
  ],
];

/** The tools shown on request, in a row of their own. */
export const moreTools: typeof tools = [
  [headings[0], headings[3]].filter((tool) => tool !== undefined),
  [
    {
      label: 'Strike',
      icon: IconStrikethrough,
      isOn: (one) => one.isActive('strike'),
      run: (chain) => chain.toggleStrike(),
    },
    { label: 'Code', icon: IconCode, isOn: (one) => one.isActive('code'), run: (chain) => chain.toggleCode() },
  ],
  [
    {
      label: 'Code block',
      icon: IconSourceCode,
      isOn: (one) => one.isActive('codeBlock'),
      run: (chain) => chain.toggleCodeBlock(),
    },
    { label: 'Horizontal line', icon: IconSeparatorHorizontal, run: (chain) => chain.setHorizontalRule() },
  ],
  alignments.map((alignment) => {
    const textAlign = alignment === 'left' ? null : alignment;
    return {
      label: alignmentLabels[alignment],
      icon: alignmentIcons[alignment],
      isOn: (editor) => editor.isActive({ textAlign }),
      run: (chain) => chain.updateAttributes('paragraph', { textAlign }).updateAttributes('heading', { textAlign }),
    };
  }),
  [{ label: 'Clear formatting', icon: IconClearFormatting, run: (chain) => chain.unsetAllMarks().clearNodes() }],
];
