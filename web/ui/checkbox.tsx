import type { MouseEvent } from 'react';
import classes from '#web/ui/checkbox.module.css';

export type CheckboxProps = {
  /** The spoken name, because there is no visible label. */
  label: string;
  /** `mixed`: some of the rows it covers are checked, and some are not. */
  checked: boolean | 'mixed';
  /** `range`: Shift was held. */
  onChange: (checked: boolean, range: boolean) => void;
};

/** A checkbox without a visible label. Its whole area is clickable. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = checked === 'mixed';
      }}
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={checked === true}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, (nativeEvent as unknown as MouseEvent).shiftKey)
      }
    />
  );
}
