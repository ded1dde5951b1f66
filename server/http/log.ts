import { type DestinationStream, type LevelWithSilent, pino } from 'pino';

/** JSON lines, on standard output unless it says otherwise. What is logged is chosen field by field where it is logged: never a whole request. */
export const createLog = (level: LevelWithSilent, destination: DestinationStream = pino.destination(1)) =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: {} }, destination);

export type Log = ReturnType<typeof createLog>;
