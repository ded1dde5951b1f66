import { Group, Input, Stack, Textarea, type InputWrapperProps } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { textLength } from '#contract/common.ts';
import { doubledTexts } from '#contract/fields.ts';
import { joined, moved, pasted, split, spliced, tidyLines, type EditedLines } from '#web/form/edit-lines.ts';
import classes from '#web/form/lines-field.module.css';
import { same } from '#web/lib/field-diff.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import type { RowMenuItem } from '#web/ui/row-menu-items.tsx';

type LinesFieldProps = Omit<InputWrapperProps, 'onChange' | 'onBlur'> & {
  label: string;
  value: readonly string[];
  onChange: (lines: string[]) => void;
  onBlur?: () => void;
  readOnly?: boolean;
  /** The maximum length of a line, in code points. */
  max?: number | undefined;
  /** The placeholder of the empty last line: `A tip`. */
  placeholder?: string | undefined;
  /** Further entries in the menu of a line. */
  entriesOf?: ((line: string) => RowMenuItem[]) | undefined;
};

const keys = 'One in each line. Paste many at once; Alt with the arrow keys moves a line.';

/**
 * A field for a list of sentences, one per line. Enter starts the next line, a pasted text of several lines becomes
 * several lines, and Alt with the arrow keys moves a line. The last line is always empty. The value has no empty lines.
 */
export function LinesField(props: LinesFieldProps) {
  const {
    label,
    value,
    onChange,
    onBlur,
    readOnly = false,
    max = Infinity,
    placeholder,
    entriesOf,
    error,
    ...rest
  } = props;
  const id = useId();
  const phone = usePhone();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<readonly string[]>(value);
  // The form may set another value, for example from a draft.
  const lines = same(tidyLines(typed), value) ? typed : value;
  const shown = lines.at(-1) === '' ? lines : [...lines, ''];
  const caret = useRef<{ at: number; place: number }>(undefined);
  useLayoutEffect(() => {
    const next = caret.current;
    caret.current = undefined;
    const input = next && list.current?.querySelectorAll('textarea')[next.at];
    if (!input) return;
    giveFocus(input);
    input.setSelectionRange(next.place, next.place);
  });
  const write = (next: readonly string[]) => {
    setTyped(next);
    onChange(tidyLines(next));
  };
  const set = ({ lines: next, at, place }: EditedLines) => {
    if (readOnly) return;
    caret.current = { at, place };
    write(next);
  };
  const wrong = new Set([
    ...doubledTexts(shown.map((line) => line.trim())).filter((at) => shown[at] !== ''),
    ...shown.flatMap((line, at) => (textLength(line.trim()) > max ? [at] : [])),
  ]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>, at: number) => {
    const { selectionStart: place, selectionEnd: end, value: text } = event.currentTarget;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const edge = step === -1 ? place === 0 : end === text.length;
    let next: EditedLines | undefined;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') next = split(shown, at, place, end);
    else if (event.key === 'Backspace' && place === 0 && end === 0) next = joined(shown, at);
    else if (step !== undefined && event.altKey) next = moved(shown, at, at + step, place);
    else if (step !== undefined && edge && !event.shiftKey && shown[at + step] !== undefined)
      next = { lines: [...shown], at: at + step, place: step < 0 ? (shown[at - 1]?.length ?? 0) : 0 };
    if (!next) return;
    event.preventDefault();
    set(next);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>, at: number) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const next = pasted(shown, at, selectionStart, selectionEnd, event.clipboardData.getData('text/plain'));
    if (!next) return;
    event.preventDefault();
    set(next);
  };
  return (
    <Input.Wrapper
      description={phone ? 'One in each line.' : keys}
      {...rest}
      error={error}
      label={label}
      labelElement="div"
      labelProps={{ id }}
      role="group"
      aria-labelledby={id}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setTyped(tidyLines(lines));
        onBlur?.();
      }}
    >
      <Stack component="ul" gap={0} ref={list} className={classes.lines} data-wrong={Boolean(error) || undefined}>
        {shown.map((line, at) => (
          // A line is identified by its index.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} component="li" gap={0} wrap="nowrap" align="flex-start">
            <Textarea
              flex={1}
              variant="unstyled"
              minRows={1}
              aria-label={`${label}, line ${at + 1}`}
              {...(at === shown.length - 1 && placeholder ? { placeholder } : {})}
              error={Boolean(error) && (wrong.has(at) || (wrong.size === 0 && at === 0))}
              readOnly={readOnly}
              value={line}
              onChange={(event) => {
                // On-screen keyboards do not report that Enter was pressed.
                const [first = '', ...others] = event.currentTarget.value.split('\n');
                const next = spliced(shown, at, 1, first, ...others);
                if (others.length > 0) set({ lines: next, at: at + others.length, place: 0 });
                else write(next);
              }}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPaste={(event) => onPaste(event, at)}
            />
            {at === shown.length - 1 || readOnly ? null : (
              <RowMenu
                name={`Actions for line ${at + 1} of ${label}`}
                items={[
                  ...(entriesOf?.(line) ?? []),
                  ...(at > 0
                    ? [{ label: 'Move up', icon: IconArrowUp, onClick: () => set(moved(shown, at, at - 1, 0)) }]
                    : []),
                  ...(at < shown.length - 2
                    ? [{ label: 'Move down', icon: IconArrowDown, onClick: () => set(moved(shown, at, at + 1, 0)) }]
                    : []),
                  {
                    label: 'Remove',
                    icon: IconTrash,
                    danger: true,
                    onClick: () => set({ lines: spliced(shown, at, 1), at, place: 0 }),
                  },
                ]}
              />
            )}
          </Group>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}
