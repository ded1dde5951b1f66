import type { Route } from '#contract/route.ts';
import { createStore } from '#web/lib/store.ts';

/** A change that waits for the connection, with all that sends it from a later page. */
export type QueuedCall = Pick<Route, 'method' | 'failure'> & {
  url: string;
  body: string | undefined;
  version: number | undefined;
  key: string;
  /** When it was made, by this device's clock in milliseconds. Queued calls are sent in this order. */
  madeAt: number;
};

/** The number of saves whose form was closed and that wait for the connection. */
export const queuedSaves = createStore(0);
