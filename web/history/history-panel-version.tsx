import { IconChevronDown } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import type { Revision } from '#contract/history.ts';
import classes from '#web/history/history-panel.module.css';
import { whatChanged, whoChanged } from '#web/history/describe-operation.ts';
import { dateTime } from '#web/lib/dates.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type VersionProps = {
  revision: Revision;
  fields: FieldLabels;
  /** Whether it is how the thing is now. */
  current: boolean;
  opened: boolean;
  onOpen: () => void;
  /** Why it could not be restored: stays in sight when it is closed. */
  failed: ShownFailure | undefined;
  /** What it holds, seen when it is open. */
  children: ReactNode;
};

/** One version in the list: what was done, by whom, when. */
export function Version({ revision, fields, current, opened, onOpen, failed, children }: VersionProps) {
  const id = useId();
  return (
    <li data-row className={classes.version} data-open={opened || undefined}>
      <button
        type="button"
        className={classes.summary}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={onOpen}
      >
        <span className={classes.what}>
          {whatChanged(revision, fields)}
          {current && <span className={classes.current}>Current</span>}
        </span>
        <IconChevronDown size={18} stroke={1.6} className={classes.chevron} aria-hidden="true" />
        <span className={classes.who}>
          {`${whoChanged(revision)} · `}
          <time dateTime={revision.at}>{dateTime(revision.at)}</time>
        </span>
      </button>
      {opened && (
        <div id={id} className={classes.detail}>
          {children}
        </div>
      )}
      {failed && (
        <div className={classes.failed}>
          <InlineFailure failed={failed} />
        </div>
      )}
    </li>
  );
}
