import { type DestinationStream, type LevelWithSilent, pino } from 'pino';

/**
 * A log of JSON lines, on standard output unless `destination` is given. Callers choose each field that they log, and never
 * log a whole request.
 */
export const createLog = (level: LevelWithSilent, destination: DestinationStream = pino.destination(1)) =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: {} }, destination);

export type Log = ReturnType<typeof createLog>;
