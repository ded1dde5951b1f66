import { type DestinationStream, type LevelWithSilent, pino } from 'pino';

/**
 * Writes lines in blocks of about 4 kB, at the latest after a tenth of a second: a write for each line would take a fifth
 * of the time that a short call costs. A process that is killed loses those that wait. A block is written at once and holds whole lines, so
 * that the lines of several workers do not mix.
 */
export const inBlocks = (dest: number | string = 1) =>
  pino.destination({ dest, sync: false, minLength: 3072, maxWrite: 4096, periodicFlush: 100 });

/**
 * A log of JSON lines, on standard output unless `destination` is given. Callers choose each field that they log, and never
 * log a whole request. Each line has the fields of `base`. A warning or an error is written at once, with the lines before it.
 */
export const createLog = (
  level: LevelWithSilent,
  destination: DestinationStream & { flush?: () => void } = inBlocks(),
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
          if (severity >= 40) destination.flush?.();
        },
      },
    },
    destination,
  );

export type Log = ReturnType<typeof createLog>;
