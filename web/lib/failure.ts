/** A failure as a person reads it: a message, what it means for their work, and the id of the request. */
export type ShownFailure = {
  /** The catalogue's sentence: `Failed to fetch users`. */
  message: string;
  /** What happened, whether anything was lost, what to do. */
  detail?: string | undefined;
  /** Id of the call that failed, also in the server's log. */
  requestId?: string | undefined;
  /** When the next try has a chance, which is said behind the message. */
  retryAt?: Date | undefined;
  /** Facts for whoever looks into it: `['Path', '/admin/cycle/…']`. None of them is secret. */
  debug?: readonly (readonly [label: string, value: string])[];
};

/** A rule that failed instead of answering: a mistake of ours, or a browser that lacks a function. */
export const notChecked: ShownFailure = {
  message: 'The form could not be checked',
  detail: 'Nothing was saved. What you typed is still here. Update your browser or use another one, then save again.',
};
