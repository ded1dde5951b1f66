import { VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useId } from 'react';
import classes from '#web/ui/segmented.module.css';

type SegmentedProps<Value extends string> = {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value;
  /** With an icon the word is only spoken. */
  options: readonly { value: Value; label: string; icon?: Icon }[];
  onChange: (value: Value) => void;
};

/** A few choices side by side, one of them raised. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.track}>
      {options.map((option) => (
        <label key={option.value} className={classes.part}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <option.icon size={18} stroke={1.6} aria-hidden="true" />}
          {option.icon ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
        </label>
      ))}
    </div>
  );
}
