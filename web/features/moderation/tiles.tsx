import { useId } from 'react';
import classes from '#web/features/moderation/tiles.module.css';
import { KeyboardKey } from '#web/ui/key.tsx';

type TilesProps<Value extends string> = {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value | null;
  options: readonly {
    value: Value;
    label: string;
    /** The full name, when the label is short. */
    name?: string;
    /** The number before the label. */
    number?: number;
    /** The key that chooses it. */
    keys?: string | undefined;
    /** The key is drawn after the label. */
    hint?: string | undefined;
  }[];
  /** The options share the width equally, in one line. */
  even?: boolean;
  /** The id of its error message. */
  wrong?: string | undefined;
  onChange: (value: Value) => void;
};

/** A few options as buttons, of which one or none is chosen. */
export function Tiles<Value extends string>({ label, value, options, even, wrong, onChange }: TilesProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={wrong ? true : undefined}
      aria-describedby={wrong}
      tabIndex={wrong ? -1 : undefined}
      className={classes.tiles}
      data-even={even || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={classes.tile} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            checked={option.value === value}
            aria-label={option.name}
            aria-keyshortcuts={option.keys ?? option.hint}
            onChange={() => onChange(option.value)}
          />
          {option.number !== undefined && (
            <span className={classes.number} data-tabular>
              {option.number}
            </span>
          )}
          <span className={classes.label}>{option.label}</span>
          {option.hint && <KeyboardKey label={option.hint} />}
        </label>
      ))}
    </div>
  );
}
