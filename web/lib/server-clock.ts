/** Milliseconds that this device's clock may differ from the server's: an answer takes time, and tells whole seconds. */
const tolerated = 5_000;

let ahead = 0;

/** Learns the server's time from one of its answers. */
export function learnServerTime({ headers }: Response) {
  const told = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(told)) return;
  const by = told - Date.now();
  ahead = Math.abs(by) > tolerated ? by : 0;
}

/** The present moment by the server's clock, as far as its answers told it: for what it decides by time. */
export const serverNow = () => new Date(Date.now() + ahead);
