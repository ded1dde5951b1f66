/** Seconds of the longest pause between two tries to tell the app's backend of changes: a day. */
export const maxPushPause = 24 * 3600;

/** Seconds of the first pause. Each further failure doubles it. */
const firstPause = 5;

/** Seconds until the next try after a number of failures, from 1. */
export const pushPauseAfter = (failures: number) => Math.min(firstPause * 2 ** (failures - 1), maxPushPause);
