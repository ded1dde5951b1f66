import { useId, type ReactNode } from 'react';
import classes from '#web/features/moderation/moderation.module.css';

type PartProps = { legend: string; wrong?: string | undefined; children: (wrong: string | undefined) => ReactNode };

/** A part of the decision with its name and its error. */
export function Part({ legend, wrong, children }: PartProps) {
  const id = useId();
  return (
    <div>
      <div className={classes.legend} aria-hidden="true">
        {legend}
      </div>
      {children(wrong ? id : undefined)}
      {wrong && (
        <p id={id} className={classes.wrong}>
          {wrong}
        </p>
      )}
    </div>
  );
}
