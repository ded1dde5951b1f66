import classes from '#web/ui/tiles.module.css';
import { KeyboardKey } from '#web/ui/key.tsx';
import { RadioRow, type RadioRowProps } from '#web/ui/radio-row.tsx';

type TilesProps<Value extends string> = RadioRowProps<Value> & {
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
};

/** A few options as buttons, of which one or none is chosen. */
export const Tiles = <Value extends string>({ options, ...row }: TilesProps<Value>) => (
  <RadioRow
    {...row}
    options={options.map((option) => ({ ...option, keys: option.keys ?? option.hint }))}
    className={classes.tiles}
    part={classes.tile}
  >
    {({ number, label, hint }) => (
      <>
        {number !== undefined && (
          <span className={classes.number} data-tabular>
            {number}
          </span>
        )}
        <span className={classes.label}>{label}</span>
        {hint && <KeyboardKey label={hint} />}
      </>
    )}
  </RadioRow>
);
