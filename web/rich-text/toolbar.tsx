import { ActionIcon, Popover } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
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
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { alignments, headingLevels } from '#contract/rich-text.ts';
import classes from '#web/rich-text/rich-text-field.module.css';
import { ColourPanel, LinkPanel, PicturePanel } from '#web/rich-text/panels.tsx';
import type { Ready } from '#web/form/use-server-form.ts';

/** What a control asks before it acts. */
export type Panel = 'link' | 'picture' | 'colour';

type Control = {
  label: string;
  icon: Icon;
  /** The text at the cursor has it. */
  isOn?: (editor: Editor) => boolean;
} & ({ panel: Panel } | { run: (chain: ChainedCommands) => ChainedCommands });

const headingIcons = [IconH1, IconH2, IconH3, IconH4];

const alignmentIcons = {
  left: IconAlignLeft,
  center: IconAlignCenter,
  right: IconAlignRight,
  justify: IconAlignJustified,
};
const alignmentLabels = { left: 'Align left', center: 'Align center', right: 'Align right', justify: 'Justify' };

const groups: readonly (readonly Control[])[] = [
  headingLevels.map((level, at) => ({
    label: `Heading ${level}`,
    icon: headingIcons[at] ?? IconH1,
    isOn: (editor) => editor.isActive('heading', { level }),
    run: (chain) => chain.toggleHeading({ level }),
  })),
  [
    { label: 'Bold', icon: IconBold, isOn: (one) => one.isActive('bold'), run: (chain) => chain.toggleBold() },
    { label: 'Italic', icon: IconItalic, isOn: (one) => one.isActive('italic'), run: (chain) => chain.toggleItalic() },
    {
      label: 'Underline',
      icon: IconUnderline,
      isOn: (one) => one.isActive('underline'),
      run: (chain) => chain.toggleUnderline(),
    },
    {
      label: 'Strike',
      icon: IconStrikethrough,
      isOn: (one) => one.isActive('strike'),
      run: (chain) => chain.toggleStrike(),
    },
    { label: 'Code', icon: IconCode, isOn: (one) => one.isActive('code'), run: (chain) => chain.toggleCode() },
    { label: 'Text colour', icon: IconPalette, isOn: (one) => one.isActive('colour'), panel: 'colour' },
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
    {
      label: 'Code block',
      icon: IconSourceCode,
      isOn: (one) => one.isActive('codeBlock'),
      run: (chain) => chain.toggleCodeBlock(),
    },
    { label: 'Horizontal line', icon: IconSeparatorHorizontal, run: (chain) => chain.setHorizontalRule() },
  ],
  [
    { label: 'Link', icon: IconLink, isOn: (one) => one.isActive('link'), panel: 'link' },
    { label: 'Picture', icon: IconPhoto, isOn: (one) => one.isActive('image'), panel: 'picture' },
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
  [
    {
      label: 'Clear formatting',
      icon: IconClearFormatting,
      run: (chain) => chain.unsetAllMarks().clearNodes(),
    },
    { label: 'Undo', icon: IconArrowBackUp, run: (chain) => chain.undo() },
    { label: 'Redo', icon: IconArrowForwardUp, run: (chain) => chain.redo() },
  ],
];

const controls = groups.flat();

type RichTextToolbarProps = {
  editor: Editor;
  /** The panel that is open. */
  panel: Panel | undefined;
  onPanel: (panel: Panel | undefined) => void;
  /** A picture that was pasted or dropped, to be put in. */
  file: File | undefined;
  ground: string;
  waitFor: (ready: Ready) => () => void;
};

/** The formatting of a text: one stop of the Tab key, through which the arrow keys go. */
export function RichTextToolbar({ editor, panel, onPanel, file, ground, waitFor }: RichTextToolbarProps) {
  const on = useEditorState({ editor, selector: (state) => controls.map(({ isOn }) => isOn?.(state.editor)) });
  const { getItemProps } = useRovingIndex({ total: controls.length });
  const onDone = () => {
    onPanel(undefined);
    editor.commands.focus();
  };
  const panels: Record<Panel, () => ReactNode> = {
    link: () => <LinkPanel editor={editor} onDone={onDone} />,
    picture: () => <PicturePanel editor={editor} file={file} waitFor={waitFor} onDone={onDone} />,
    colour: () => <ColourPanel editor={editor} ground={ground} onDone={onDone} />,
  };
  return (
    <div role="toolbar" aria-label="Formatting" aria-keyshortcuts="Alt+F10" className={classes.toolbar}>
      {groups.map((group) => (
        <div key={group[0]?.label} className={classes.group}>
          {group.map((control) => {
            const { label, icon: ControlIcon } = control;
            const index = controls.indexOf(control);
            const asked = 'panel' in control ? control.panel : undefined;
            const act = () => {
              if (asked) onPanel(panel === asked ? undefined : asked);
              else if ('run' in control && editor.isEditable) control.run(editor.chain()).run();
            };
            const button = (
              <ActionIcon
                key={label}
                {...getItemProps({ index, onClick: act })}
                size="sm"
                className={classes.control}
                aria-label={label}
                title={label}
                aria-pressed={control.isOn ? on[index] === true : undefined}
                // The text keeps the focus, and with it what is selected.
                onMouseDown={(event) => event.preventDefault()}
              >
                <ControlIcon size={18} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            );
            return asked ? (
              <Popover
                key={label}
                opened={panel === asked}
                onChange={(next) => onPanel(next ? asked : undefined)}
                trapFocus
                returnFocus
                width={320}
                floatingStrategy="fixed"
              >
                <Popover.Target>{button}</Popover.Target>
                <Popover.Dropdown p="md" aria-label={label}>
                  {panel === asked && panels[asked]()}
                </Popover.Dropdown>
              </Popover>
            ) : (
              button
            );
          })}
        </div>
      ))}
    </div>
  );
}
