import classes from '#web/ui/progress-bar.module.css';

type ProgressBarProps = {
  /** The operation: `Export of users`. */
  label: string;
  /** 0 to 1; undefined when the total is unknown. */
  part: number | undefined;
  /** The same in words: `12,400 of 48,216 users`. */
  text: string;
};

/** The progress of an operation. */
export function ProgressBar({ label, part, text }: ProgressBarProps) {
  const percent = part === undefined ? undefined : Math.floor(Math.min(part, 1) * 100);
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
    >
      <div
        className={classes.bar}
        data-unknown={percent === undefined || undefined}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  );
}
