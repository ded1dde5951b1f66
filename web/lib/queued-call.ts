import type { Route } from '#contract/route.ts';
import { createStore } from '#web/lib/store.ts';

/** A change that waits for the connection, with everything needed to send it from a later page. */
export type QueuedCall = Pick<Route, 'method' | 'failure'> & {
  url: string;
  body: string | undefined;
  version: number | undefined;
  key: string;
  /** The time of the change in milliseconds of this device's clock. Queued calls are sent in this order. */
  madeAt: number;
};

/** The number of saves that wait for the connection and whose form was closed. */
export const queuedSaves = createStore(0);
