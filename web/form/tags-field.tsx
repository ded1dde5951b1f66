import { Pill, TagsInput, type TagsInputProps } from '@mantine/core';
import { useRef, useState } from 'react';

const ends = /[,;\n]/;

/** By which two tags are the same: case does not matter, nor how a mark is typed. */
const keyOf = (tag: string) => tag.normalize('NFC').toLowerCase();

/** Each tag alone, trimmed, none empty and none twice. */
function tidy(tags: readonly string[]) {
  const parts = tags.flatMap((tag) => tag.split(ends)).map((tag) => tag.trim());
  const keys = parts.map(keyOf);
  return parts.filter((tag, at) => tag !== '' && keys.indexOf(keyOf(tag)) === at);
}

type TagsFieldProps = Omit<TagsInputProps, 'value' | 'onChange' | 'renderPill'> & {
  value: string[];
  onChange: (tags: string[]) => void;
};

/** Words as tags: Enter, a comma or leaving the field ends one, and each has a button that takes it away. */
export function TagsField({ value, onChange, ...rest }: TagsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const change = (tags: string[]) => {
    if (!rest.readOnly) onChange(tidy(tags));
  };
  return (
    <TagsInput
      {...rest}
      ref={input}
      value={value}
      onChange={change}
      searchValue={text}
      // Here too: keyboards on a screen do not tell which key it was.
      onSearchChange={(next) => {
        const ended = ends.test(next);
        if (ended) change([...value, next]);
        setText(ended ? '' : next);
      }}
      allowDuplicates
      comboboxProps={{ withinPortal: false }}
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
