import { SkeletonBox } from '#web/ui/skeleton.tsx';
import classes from './stat-strip.module.css';

/** One figure. Without a value it is still loading and shows boxes of the final size. */
type Stat = { label: string; value?: string; note?: string };

type StatStripProps = {
  stats: Stat[];
  /** What the figures are of, for screen readers. */
  label: string;
};

/** Figures side by side in one card, two by two on phones. */
export function StatStrip({ stats, label }: StatStripProps) {
  const loading = stats.some((stat) => stat.value === undefined);
  return (
    <section className={classes.strip} aria-label={label} aria-busy={loading}>
      <dl className={classes.cells}>
        {stats.map((stat) => (
          <div key={stat.label} className={classes.cell}>
            <dt className={classes.label}>{stat.label}</dt>
            <dd className={classes.value}>{stat.value ?? <SkeletonBox width="5.5rem" height="1.375rem" />}</dd>
            <dd className={classes.note}>
              {stat.value === undefined ? <SkeletonBox width="7rem" height="0.75rem" /> : stat.note}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
