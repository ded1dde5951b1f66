/** A worker could not start, and has already reported the reason. */
export class WorkerFailed extends Error {}
