import { Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from '#web/ui/filter-field.module.css';

type FilterFieldProps<Value extends string> = {
  /** The name of the filter: `Area`. */
  label: string;
  value: Value | undefined;
  /** The label of undefined, which selects everything. The default is `All`. */
  otherwise?: string;
  /** Hides the name, because the values explain themselves. The name is still spoken. */
  spoken?: boolean;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
};

/** A choice of one value or all, which shows its name and its value in one line: `Area All`. */
export function FilterField<Value extends string>({
  label,
  value,
  otherwise = 'All',
  spoken = false,
  options,
  onChange,
}: FilterFieldProps<Value>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <label className={classes.field}>
      {spoken ? (
        <VisuallyHidden>{label}</VisuallyHidden>
      ) : (
        <Text span c="dimmed">
          {label}
        </Text>
      )}
      <Text span truncate flex={{ base: 1, sm: '0 1 auto' }} fw={500} aria-hidden="true">
        {chosen?.label ?? otherwise}
      </Text>
      <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
      <select
        className={classes.select}
        value={chosen?.value ?? ''}
        onChange={(event) => onChange(options.find((option) => option.value === event.currentTarget.value)?.value)}
      >
        <option value="">{otherwise}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
