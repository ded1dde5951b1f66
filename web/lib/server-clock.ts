/** Milliseconds that this device's clock may differ from the server's: an answer takes time, and tells whole seconds. */
const tolerated = 5_000;

let ahead = 0;
let isTold = false;

/** Learns the server's time from one of its answers. */
export function learnServerTime({ headers }: Response) {
  const told = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(told)) return;
  isTold = true;
  const by = told - Date.now();
  ahead = Math.abs(by) > tolerated ? by : 0;
}

/** The present moment by the server's clock, as far as its answers told it: for what it decides by time. */
export const serverNow = () => new Date(Date.now() + ahead);

/** By how many minutes the server's clock and this device's differ; 0 where its answers do not show it. */
export const clockDifference = () => Math.round(Math.abs(ahead) / 60_000);

/**
 * The earlier one of the present moments of this device and of the server, in milliseconds: for deleting what is old, which neither of two
 * clocks may do alone. 0 until the server has told its time.
 */
export const surelyNow = () => (isTold ? Date.now() + Math.min(ahead, 0) : 0);
