import classes from '#web/ui/checkbox.module.css';

type CheckboxProps = {
  /** Spoken: nothing is written beside it. */
  label: string;
  checked: boolean;
  /** Some of what it stands for is checked, and some is not. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
};

/** A checkbox alone in its place, all of which can be pressed. */
export function Checkbox({ label, checked, mixed = false, onChange }: CheckboxProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = mixed;
      }}
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
