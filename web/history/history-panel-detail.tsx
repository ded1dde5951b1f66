import { IconRestore } from '@tabler/icons-react';
import type { Revision } from '#contract/history.ts';
import { Comparison, type Against } from '#web/history/history-panel-comparison.tsx';
import classes from '#web/history/history-panel.module.css';
import { same } from '#web/lib/field-diff.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

type DetailProps = {
  revision: Revision;
  fields: FieldLabels;
  /** The newest version. */
  now: Revision;
  /** The version before this one, where it is known. */
  before: Revision | undefined;
  against: Against;
  onAgainst: (against: Against) => void;
  /** The version that is being restored. */
  restoring: number | null;
  onRestore: () => void;
};

/** What one version holds, compared, and the button that restores it. */
export function Detail(props: DetailProps) {
  const { revision, fields, now, before, against, onAgainst, restoring, onRestore } = props;
  const { data } = revision;
  const isNow = revision.version === now.version;
  const options = [
    ...(now.data && !isNow ? [{ value: 'now', label: 'With now', data: now.data } as const] : []),
    ...(before?.data ? [{ value: 'before', label: 'With the one before', data: before.data } as const] : []),
  ];
  const other = options.find(({ value }) => value === against) ?? options[0];
  const differs = now.data && data && Object.keys(fields).some((name) => !same(data[name], now.data?.[name]));
  return (
    <>
      {data && options.length > 1 && other && (
        <Segmented label="Compare" value={other.value} options={options} onChange={onAgainst} />
      )}
      {data ? (
        <Comparison fields={fields} data={data} other={other} />
      ) : (
        <p className={classes.note}>It was deleted here. The version before holds what it said.</p>
      )}
      <div className={classes.foot}>
        <BusyButton
          leftSection={<IconRestore size={18} stroke={1.6} aria-hidden="true" />}
          busy={restoring === revision.version}
          busyLabel="Restoring"
          off={!differs || (restoring ?? revision.version) !== revision.version}
          onClick={onRestore}
        >
          Restore this version
        </BusyButton>
        {data && now.data && !differs && (
          <span className={classes.note}>{isNow ? 'It is like this now.' : 'It says the same now.'}</span>
        )}
      </div>
    </>
  );
}
