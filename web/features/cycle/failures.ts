import { cycleApi, type PhaseName } from '#contract/cycle.ts';
import { failures } from '#contract/errors.ts';
import { address, type explain } from '#web/api/call.ts';
import type { ShownFailure } from '#web/lib/failure.ts';

type Failed = Pick<ReturnType<typeof explain>, 'detail' | 'requestId' | 'status'>;

/** A message with the status and the server's text. A call without a response has no status. */
const said = (message: (status: number, body: string) => string, { status = 0, detail }: Failed) =>
  message(status, detail).replace(': 0 ', ': ');

/** Why the phases failed to load. */
export const phasesFailure = (failed: Failed): ShownFailure => ({
  message: said(failures.phases.fetch, failed),
  requestId: failed.requestId,
});

/**
 * Why the activities of a phase failed to load, with details to find the cause. `at` is the time of the failure, in
 * milliseconds.
 */
export const activitiesFailure = (failed: Failed, phase: PhaseName | undefined, at: number): ShownFailure => ({
  message: said(failures.activities.fetch, failed),
  requestId: failed.requestId,
  debug: [
    ...(failed.requestId ? [['Request', failed.requestId] as const] : []),
    ['Status', failed.status ? String(failed.status) : 'no answer'],
    ['Path', address(cycleApi.activities.list, { phase }).url],
    ['Time', new Date(at).toISOString()],
  ],
});
