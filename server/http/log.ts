import { type LevelWithSilent, pino } from 'pino';

/** JSON lines on standard output. What is logged is chosen field by field where it is logged: never a whole request. */
export const createLog = (level: LevelWithSilent) =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: {} });

export type Log = ReturnType<typeof createLog>;
