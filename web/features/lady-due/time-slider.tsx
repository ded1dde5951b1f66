import type { CSSProperties } from 'react';
import classes from '#web/features/lady-due/time-slider.module.css';
import type { Stop } from '#web/features/lady-due/publish-times.ts';
import { nearDate, clockTime } from '#web/lib/dates.ts';

type TimeSliderProps = {
  /** In the order of time, at least one. */
  stops: readonly Stop[];
  /** The chosen stop: its index. */
  value: number;
  /** ISO 8601 in UTC. */
  now: string;
  onChange: (stop: Stop) => void;
};

/** `Now`, `Nov 24, 8:00` */
const nameOf = ({ kind, moment }: Stop, now: string) =>
  kind === 'now' ? 'Now' : `${nearDate(moment, new Date(now))}, ${clockTime(moment)}`;

/** Chooses the time of the preview among past days, now, and the changes to come, which have a tick each. */
export function TimeSlider({ stops, value, now, onChange }: TimeSliderProps) {
  const last = stops.length - 1;
  const chosen = stops[value];
  const placeOf = (index: number) => ({ '--at': last === 0 ? 0 : index / last }) as CSSProperties;
  return (
    <div className={classes.slider}>
      <input
        type="range"
        aria-label="Time of the preview"
        min={0}
        max={last}
        value={value}
        aria-valuetext={chosen && nameOf(chosen, now)}
        onChange={(event) => {
          const stop = stops[Number(event.currentTarget.value)];
          if (stop) onChange(stop);
        }}
      />
      <div className={classes.ticks} aria-hidden="true">
        {stops.map(({ kind, moment }, index) => (
          <span key={moment} data-kind={kind} style={placeOf(index)} />
        ))}
      </div>
      <div className={classes.ends} aria-hidden="true">
        {stops.map((stop, index) =>
          index === 0 || index === last || stop.kind === 'now' ? (
            <span key={stop.moment} data-kind={stop.kind} style={placeOf(index)}>
              {stop.kind === 'now' ? 'Now' : nearDate(stop.moment, new Date(now))}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}
