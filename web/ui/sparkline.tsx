const width = 72;
const height = 28;
/** Room for the dot at the end. */
const inset = 3;

type SparklineProps = {
  /** The values at equal intervals, oldest first; at least two. Their own range fills the height. */
  values: number[];
};

/**
 * A small line with the trend of a figure, and a dot at the last point. It is decorative: the figure has the same
 * information.
 */
export function Sparkline({ values }: SparklineProps) {
  const least = Math.min(...values);
  const range = Math.max(...values) - least || 1;
  const points = values.map((value, at) => [
    inset + (at / (values.length - 1)) * (width - 2 * inset),
    height - inset - ((value - least) / range) * (height - 2 * inset),
  ]);
  const [x, y] = points.at(-1) ?? [];
  return (
    <svg width={width} height={height} style={{ flex: 'none' }} aria-hidden="true">
      <polyline
        points={points.map((point) => point.map((part) => part.toFixed(1)).join(',')).join(' ')}
        fill="none"
        stroke="var(--awa-edge)"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={x} cy={y} r={inset} fill="var(--awa-text)" />
    </svg>
  );
}
