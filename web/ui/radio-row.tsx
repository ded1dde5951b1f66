import { useId, type ReactNode } from 'react';
import classes from '#web/ui/radio-row.module.css';

type RadioOption<Value extends string> = {
  value: Value;
  /** The name for screen readers, when what is shown is shorter. */
  name?: string | undefined;
  /** Shown while the pointer is over the option. */
  title?: string | undefined;
  /** The key that chooses it. */
  keys?: string | undefined;
};

export type RadioRowProps<Value extends string> = {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value | null;
  /** The options share the full width equally, in one line. */
  even?: boolean | undefined;
  /** The id of its error message. */
  wrong?: string | undefined;
  onChange: (value: Value) => void;
};

type Looks<Value extends string, Option extends RadioOption<Value>> = RadioRowProps<Value> & {
  options: readonly Option[];
  /** The class of the row, and that of each option. */
  className: string | undefined;
  part: string | undefined;
  children: (option: Option) => ReactNode;
};

/** A few options of which one or none is chosen: radio buttons of the browser, with its keys, below their own look. */
export function RadioRow<Value extends string, Option extends RadioOption<Value>>({
  label,
  value,
  options,
  even,
  wrong,
  className,
  part,
  onChange,
  children,
}: Looks<Value, Option>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={wrong}
      tabIndex={wrong ? -1 : undefined}
      className={className}
      data-even={even || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={part} title={option.title}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            checked={option.value === value}
            aria-label={option.name}
            aria-keyshortcuts={option.keys}
            onChange={() => onChange(option.value)}
          />
          {children(option)}
        </label>
      ))}
    </div>
  );
}
