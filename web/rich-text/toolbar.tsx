import { ActionIcon, Popover } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import classes from '#web/rich-text/rich-text-field.module.css';
import { ColourPanel, LinkPanel, PicturePanel } from '#web/rich-text/panels.tsx';
import { moreTools, tools, type Panel, type Tool } from '#web/rich-text/tools.ts';
import type { Ready } from '#web/form/use-server-form.ts';

const all = [...tools, ...moreTools].flat();

/** The text keeps the focus, and so the selection. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

type RichTextToolbarProps = {
  editor: Editor;
  /** The open panel. */
  panel: Panel | undefined;
  onPanel: (panel: Panel | undefined) => void;
  /** A pasted or dropped picture to insert. */
  file: File | undefined;
  ground: string;
  waitFor: (ready: Ready) => () => void;
};

/** The formatting controls: one Tab stop, with arrow keys between the controls. */
export function RichTextToolbar({ editor, panel, onPanel, file, ground, waitFor }: RichTextToolbarProps) {
  const [hasMore, setHasMore] = useState(false);
  const on = useEditorState({ editor, selector: (state) => all.map(({ isOn }) => isOn?.(state.editor)) });
  const count = tools.flat().length;
  const { getItemProps } = useRovingIndex({ total: 1 + (hasMore ? all.length : count) });
  const onDone = () => {
    onPanel(undefined);
    editor.commands.focus();
  };
  const panels: Record<Panel, () => ReactNode> = {
    link: () => <LinkPanel editor={editor} onDone={onDone} />,
    picture: () => <PicturePanel editor={editor} file={file} waitFor={waitFor} onDone={onDone} />,
    colour: () => <ColourPanel editor={editor} ground={ground} onDone={onDone} />,
  };
  const control = (tool: Tool) => {
    const { label, icon: ToolIcon, keys, isOn } = tool;
    const at = all.indexOf(tool);
    const asked = 'panel' in tool ? tool.panel : undefined;
    const act = () => {
      if (asked) onPanel(panel === asked ? undefined : asked);
      else if ('run' in tool && editor.isEditable) tool.run(editor.chain()).run();
    };
    const button = (
      <ActionIcon
        key={label}
        // The button for more tools is in between.
        {...getItemProps({ index: at < count ? at : at + 1, onClick: act })}
        size="sm"
        className={classes.control}
        aria-label={label}
        aria-keyshortcuts={keys}
        title={label}
        aria-pressed={isOn ? on[at] === true : undefined}
        onMouseDown={keepFocus}
      >
        <ToolIcon size={18} stroke={1.6} aria-hidden="true" />
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
        // The panel scrolls inside, so that its buttons stay visible.
        middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
      >
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown p={0} aria-label={label} className={classes.panel}>
          {panel === asked && panels[asked]()}
        </Popover.Dropdown>
      </Popover>
    ) : (
      button
    );
  };
  const groupOf = (group: readonly Tool[]) => (
    <div key={group[0]?.label} className={classes.group}>
      {group.map(control)}
    </div>
  );
  return (
    <div role="toolbar" aria-label="Formatting" aria-keyshortcuts="Alt+F10">
      <div className={classes.row}>
        {tools.map(groupOf)}
        <ActionIcon
          {...getItemProps({ index: count, onClick: () => setHasMore(!hasMore) })}
          size="sm"
          className={classes.control}
          aria-label="More formatting"
          title="More formatting"
          aria-expanded={hasMore}
          onMouseDown={keepFocus}
        >
          <IconDots size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </div>
      {hasMore && <div className={classes.row}>{moreTools.map(groupOf)}</div>}
    </div>
  );
}
