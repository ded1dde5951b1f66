import { ActionIcon, Group, Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Slice } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
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
  /** The maximum length of the HTML, in characters. */
  max: number;
  /** The colour behind the text, `#RRGGBB`. */
  ground: string;
  /** `waitFor` of the form; the form is sent once a picture is stored. */
  waitFor: (ready: Ready) => () => void;
  /** Called with the cursor position: the index of its block, of the node inside it, and so on. */
  onCursor?: ((path: string) => void) | undefined;
};

/** The selection stays marked while a panel has the focus. */
const markSelection = ({ doc, selection: { from, to } }: Editor['state']) =>
  DecorationSet.create(doc, [Decoration.inline(from, to, { class: classes.marked ?? '' })]);

const markNothing = () => null;

function pathOf({ $head }: Editor['state']['selection']) {
  return Array.from({ length: Math.max(1, $head.depth) }, (_, depth) => $head.index(depth)).join('.');
}

/** Copied from an editor of the desk, so it needs no cleaning. */
const isOwn = (html: string) => html.includes('data-pm-slice');

/** A picture without text. Word adds a picture to its copied text. */
function pictureIn(transfer: DataTransfer) {
  const picture = [...transfer.files].find(({ type }) => type.startsWith('image/'));
  const html = transfer.getData('text/html');
  const isAlone = html === '' ? !transfer.types.includes('text/plain') : isPictureAlone(html);
  return isAlone ? picture : undefined;
}

/** A field for a text with headings, lists, links, pictures, colours …: the elements of `contract/rich-text.ts`. */
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
  /** The changes made by the last paste, in words. */
  const [pasted, setPasted] = useState('');
  /** The text being pasted contains a table. */
  const hasTable = useRef(false);
  /** The text as opened, and as the editor writes it unchanged, so that opening it does not count as a change. */
  const opened = useRef({ given: value, written: '' });
  /** The texts that the form got from the editor since the last one that it shows, oldest first. */
  const sent = useRef([value]);
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
    // The tools may cover the last line.
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
      const text = html === opened.current.written ? opened.current.given : html;
      sent.current.push(text);
      // Typing has priority over the form and the phone beside it.
      startTransition(() => onChange(text));
    },
    onSelectionUpdate: (moved) => onCursor?.(pathOf(moved.editor.state.selection)),
    onFocus: (focused) => onCursor?.(pathOf(focused.editor.state.selection)),
  });
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly]);
  // A draft, or a colleague's save before the first change here.
  useEffect(() => {
    const at = sent.current.lastIndexOf(value);
    sent.current = at < 0 ? [value] : sent.current.slice(at);
    if (at >= 0) return;
    editor.commands.setContent(value, { emitUpdate: false });
    opened.current = { given: value, written: keptOf(editor) };
  }, [editor, value]);
  useShortcuts([
    { keys: ['alt+F10'], does: 'Go to the formatting of the text' },
    { keys: ['mod+K'], does: 'Link the marked words' },
  ]);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      {/* The element handles a key for all of its content. */}
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
