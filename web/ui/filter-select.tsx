import { IconChevronDown } from '@tabler/icons-react';
import classes from './filter-select.module.css';

type FilterSelectProps<Value extends string> = {
  /** `Status`; stands in the field before the value. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A filter that says its name and its value. The system's own list, so that it works everywhere as people know it. */
export function FilterSelect<Value extends string>({ label, value, options, onChange }: FilterSelectProps<Value>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <span className={classes.field}>
      <span className={classes.name} aria-hidden="true">
        {label}
      </span>
      <span aria-hidden="true">{chosen?.label}</span>
      <IconChevronDown size={16} stroke={1.8} className={classes.chevron} aria-hidden="true" />
      <select
        className={classes.select}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.currentTarget.value);
          if (picked) onChange(picked.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
