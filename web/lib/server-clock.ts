/**
 * Milliseconds that this device's clock may differ from the server's: a response takes time, and its date has whole
 * seconds.
 */
const tolerated = 5_000;

let ahead = 0;
let isTold = false;

/** Learns the server's time from a response. */
export function learnServerTime({ headers }: Response) {
  const told = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(told)) return;
  isTold = true;
  const by = told - Date.now();
  ahead = Math.abs(by) > tolerated ? by : 0;
}

/**
 * The current time by the server's clock, as far as its responses told it: for decisions that the server makes by time.
 */
export const serverNow = () => new Date(Date.now() + ahead);

/** The difference between the server's clock and this device's, in minutes; 0 if the responses do not show one. */
export const clockDifference = () => Math.round(Math.abs(ahead) / 60_000);

/**
 * The earlier of the current times of this device and of the server, in milliseconds: for deleting old data, which a
 * single wrong clock must not cause. 0 until the server's time is known.
 */
export const surelyNow = () => (isTold ? Date.now() + Math.min(ahead, 0) : 0);
