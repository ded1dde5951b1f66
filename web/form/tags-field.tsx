import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Pill, TagsInput, type TagsInputProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { afterPress } from '#web/lib/after-press.ts';
import { same } from '#web/lib/field-diff.ts';

const ends = /[,;\n]/;

/** Tags with the same key are equal: they differ only in case or in the encoding of their accents. */
const keyOf = (tag: string) => tag.normalize('NFC').toLowerCase();

/** Splits and trims tags, and removes empty and duplicate ones. */
function tidy(tags: readonly string[]) {
  const parts = tags.flatMap((tag) => tag.split(ends)).map((tag) => tag.trim());
  const keys = parts.map(keyOf);
  return parts.filter((tag, at) => tag !== '' && keys.indexOf(keyOf(tag)) === at);
}

type TagsFieldProps = Omit<TagsInputProps, 'value' | 'onChange' | 'renderPill'> & {
  value: string[];
  onChange: (tags: string[]) => void;
};

/** The completed tags, the text of the tag being typed, and all of them as one value. */
type Typing = { ended: readonly string[]; text: string; whole: readonly string[] };

const typed = (tags: readonly string[], text: string): Typing => {
  const ended = tidy(tags);
  return { ended, text, whole: tidy([...ended, text]) };
};

/**
 * A field for tags. Enter, a comma or leaving the field completes a tag, and each tag has a remove button. The text
 * being typed is the last tag of the value, so that a draft includes it.
 */
export function TagsField({ value, onChange, ...rest }: TagsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typing, setTyping] = useState<Typing>({ ended: value, text: '', whole: value });
  // The form may set another value, for example from a draft.
  const shown = same(typing.whole, value) ? typing : { ended: value, text: '', whole: value };
  // Mantine completes a tag with two calls. The second one needs the result of the first.
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  });
  const report = (tags: readonly string[], text: string) => {
    const next = typed(tags, text);
    if (rest.readOnly || same(next, latest.current)) return;
    const isSameValue = same(next.whole, latest.current.whole);
    latest.current = next;
    setTyping(next);
    // Completing a tag does not change the value; a change would remove the error that the form has just shown.
    if (!isSameValue) onChange([...next.whole]);
  };
  return (
    <TagsInput
      openOnFocus={false}
      {...rest}
      ref={input}
      value={[...shown.ended]}
      onChange={(tags) => report(tags, latest.current.text)}
      searchValue={shown.text}
      // A comma also completes a tag here, because on-screen keyboards do not report which key was pressed.
      onSearchChange={(text) => {
        const { ended } = latest.current;
        if (ends.test(text)) report([...ended, text], '');
        else report(ended, text);
      }}
      acceptValueOnBlur={false}
      onBlur={(event) => {
        rest.onBlur?.(event);
        afterPress(() => report([...latest.current.ended, latest.current.text], ''));
      }}
      allowDuplicates
      onRemove={() => input.current?.focus()}
      renderPill={({ value: tag, onRemove, disabled }) => (
        <Pill
          withRemoveButton={!disabled}
          {...(onRemove && { onRemove })}
          removeButtonProps={{ 'aria-label': `Remove ${tag}`, 'aria-hidden': false, tabIndex: 0 }}
        >
          {tag}
        </Pill>
      )}
    />
  );
}
