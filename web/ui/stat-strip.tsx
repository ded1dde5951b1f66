import { Box, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { SkeletonBox } from '#web/ui/skeleton.tsx';
import { Sparkline } from '#web/ui/sparkline.tsx';
import classes from '#web/ui/stat-strip.module.css';

/** One figure. Without a value it is still loading and shows boxes of the final size. */
type Stat = {
  label: string;
  value?: string | undefined;
  note?: string | undefined;
  /** The earlier values, oldest first: shown as a small line where there is room. */
  history?: number[] | undefined;
  /** The failure of this figure. */
  failed?: ReactNode;
};

type StatStripProps = {
  stats: Stat[];
  /** The name of the figures, for screen readers. */
  label: string;
  /** The failure, instead of the figures. */
  failed?: ReactNode;
  /** A wider last cell, such as a chart; if the strip is under 960 px, it goes below the others. */
  children?: ReactNode;
};

const lengthOf = (value = '') => ({ '--length': value.length }) as CSSProperties;

/** Figures side by side in one card, two by two when it is narrow. */
export function StatStrip({ stats, label, failed, children }: StatStripProps) {
  const loading = !failed && stats.some((stat) => stat.value === undefined);
  return (
    <Box
      component="section"
      className={classes.strip}
      mb={{ base: 'md', sm: 'lg' }}
      aria-label={label}
      aria-busy={loading}
    >
      <div className={classes.row}>
        {failed ? (
          <div className={classes.all}>{failed}</div>
        ) : (
          <dl className={classes.cells}>
            {stats.map((stat) => (
              <div key={stat.label} className={classes.cell}>
                <Text component="dt" size="xs" c="dimmed">
                  {stat.label}
                </Text>
                <dd className={classes.value} data-tabular style={lengthOf(stat.value)}>
                  {stat.value ?? <SkeletonBox width="5.5rem" height="1.375rem" />}
                  {stat.value && stat.history && (
                    <span className={classes.history}>
                      <Sparkline values={stat.history} />
                    </span>
                  )}
                </dd>
                <Text component="dd" size="xs" c="dimmed" mih="1.125rem">
                  {stat.value === undefined ? <SkeletonBox width="7rem" height="0.75rem" /> : stat.note}
                </Text>
                {stat.failed && <dd className={classes.failed}>{stat.failed}</dd>}
              </div>
            ))}
          </dl>
        )}
        {children && <div className={classes.last}>{children}</div>}
      </div>
    </Box>
  );
}
