import { ActionIcon, Group, Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Slice } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { extensions } from '#web/rich-text/extensions.ts';
import { RichTextFoot } from '#web/rich-text/rich-text-foot.tsx';
import classes from '#web/rich-text/rich-text-field.module.css';
import { cleanPasted, isPictureAlone, keptOf } from '#web/rich-text/html.ts';
import { RichTextToolbar } from '#web/rich-text/toolbar.tsx';
import type { Panel } from '#web/rich-text/tools.ts';
import { richText } from '#web/rich-text/rich-text.tsx';
import type { Ready } from '#web/form/use-server-form.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';

type RichTextFieldProps = {
  label: string;
  /** HTML as the server keeps it. */
  value: string;
  onChange: (html: string) => void;
  onBlur: () => void;
  error?: ReactNode;
  /** The form is being sent. */
  readOnly: boolean;
  /** The longest HTML, in characters. */
  max: number;
  /** The colour behind the text, `#RRGGBB`. */
  ground: string;
  /** `waitFor` of the form, which is sent once a picture is stored. */
  waitFor: (ready: Ready) => () => void;
  /** Called with where the cursor is: the place of its block, of the part of that, and so on. */
  onCursor?: ((path: string) => void) | undefined;
};

/** What is selected stays marked while a panel has the focus. */
const markSelection = ({ doc, selection: { from, to } }: Editor['state']) =>
  DecorationSet.create(doc, [Decoration.inline(from, to, { class: classes.marked ?? '' })]);

const markNothing = () => null;

function pathOf({ $head }: Editor['state']['selection']) {
  return Array.from({ length: Math.max(1, $head.depth) }, (_, depth) => $head.index(depth)).join('.');
}

/** Copied from an editor like this, so that nothing is to be cleaned. */
const isOwn = (html: string) => html.includes('data-pm-slice');

/** A picture that comes alone. Word sends one along with its text. */
function pictureIn(transfer: DataTransfer) {
  const picture = [...transfer.files].find(({ type }) => type.startsWith('image/'));
  const html = transfer.getData('text/html');
  const isAlone = html === '' ? !transfer.types.includes('text/plain') : isPictureAlone(html);
  return isAlone ? picture : undefined;
}

/** A field for a text with headings, lists, links, pictures, colours …: what `contract/rich-text.ts` names. */
export function RichTextField({
  label,
  value,
  onChange,
  onBlur,
  error,
  readOnly,
  max,
  ground,
  waitFor,
  onCursor,
}: RichTextFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<Panel>();
  const [file, setFile] = useState<File>();
  /** What became of the last text that was pasted. */
  const [pasted, setPasted] = useState('');
  /** What is being pasted has one. */
  const hasTable = useRef(false);
  /** The text as it was opened, and as the editor writes the same: it is not changed by being opened. */
  const opened = useRef({ given: value, written: '' });
  /** What the form has of the editor. */
  const known = useRef(value);
  const take = (transfer: DataTransfer | null) => {
    const picture = transfer && pictureIn(transfer);
    if (!picture) return false;
    setFile(picture);
    setPanel('picture');
    return true;
  };
  const [editorProps] = useState(() => ({
    transformPastedHTML: (html: string) => {
      const clean = isOwn(html) ? { html, said: '', hasTable: false } : cleanPasted(html);
      setPasted(clean.said);
      hasTable.current = clean.hasTable;
      return clean.html;
    },
    // The text around the cursor must not run into the values of a table.
    transformPasted: (slice: Slice) => {
      const isApart = hasTable.current;
      hasTable.current = false;
      return isApart ? new Slice(slice.content, 0, 0) : slice;
    },
    handleKeyDown: (_: unknown, event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return false;
      event.preventDefault();
      setPanel('link');
      return true;
    },
    // The tools may lie over the last line.
    scrollMargin: { top: 64, right: 5, bottom: 64, left: 5 },
    scrollThreshold: { top: 64, right: 0, bottom: 64, left: 0 },
    handlePaste: (_: unknown, event: ClipboardEvent) => take(event.clipboardData),
    handleDrop: (_: unknown, event: DragEvent) => take(event.dataTransfer),
  }));
  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: true,
    injectCSS: false,
    editorProps: {
      ...editorProps,
      decorations: panel ? markSelection : markNothing,
      attributes: {
        class: `${richText} ${classes.text}`,
        'aria-label': label,
        'aria-multiline': 'true',
        ...(error ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onCreate: (created) => {
      opened.current.written = keptOf(created.editor);
    },
    onUpdate: (updated) => {
      const html = keptOf(updated.editor);
      known.current = html === opened.current.written ? opened.current.given : html;
      onChange(known.current);
    },
    onSelectionUpdate: (moved) => onCursor?.(pathOf(moved.editor.state.selection)),
    onFocus: (focused) => onCursor?.(pathOf(focused.editor.state.selection)),
  });
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly]);
  // A draft, or what a colleague saved before anything was typed here.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
    opened.current = { given: value, written: keptOf(editor) };
  }, [editor, value]);
  useShortcuts([
    { keys: ['alt+F10'], does: 'Go to the formatting of the text' },
    { keys: ['mod+K'], does: 'Link the marked words' },
  ]);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      {/* It handles a key for all that it holds. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={frame}
        className={classes.frame}
        data-error={Boolean(error) || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'F10' || !event.altKey) return;
          event.preventDefault();
          frame.current?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus();
        }}
      >
        <div className={classes.bar}>
          <Group role="status" wrap="nowrap" justify="space-between" gap="xs" className={classes.pasted}>
            {pasted !== '' && (
              <>
                {pasted}
                <ActionIcon size="sm" aria-label="Close the note" onClick={() => setPasted('')}>
                  <IconX size={16} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              </>
            )}
          </Group>
          <RichTextToolbar
            editor={editor}
            panel={panel}
            onPanel={(next) => {
              setFile(undefined);
              setPanel(next);
            }}
            file={file}
            ground={ground}
            waitFor={waitFor}
          />
        </div>
        <EditorContent editor={editor} onBlur={onBlur} />
        <RichTextFoot value={value} max={max} />
      </div>
    </Input.Wrapper>
  );
}
