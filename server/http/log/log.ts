import { type DestinationStream, type LevelWithSilent, pino } from 'pino';
import { LogLines } from '#server/http/log/log-lines.ts';

const standardOutput = new LogLines(1);

/**
 * A log of JSON lines, on standard output unless `destination` is given. Callers choose each field that they log, and
 * never log a whole request. Each line has the fields of `base`. A warning or an error is written at once, with the
 * lines before it.
 */
export const createLog = (
  level: LevelWithSilent,
  destination: DestinationStream & { flush?: () => void } = standardOutput,
  base: Record<string, unknown> | null = null,
) =>
  pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {},
      hooks: {
        logMethod(line, write, severity) {
          write.apply(this, line);
          // The process ends after a fatal line, which is written by `flushSync`.
          if (severity >= 40 && severity < 60) destination.flush?.();
        },
      },
    },
    destination,
  );

export type Log = ReturnType<typeof createLog>;
