/** A failure as shown on screen: a message, its consequence for the user's work, and the id of the request. */
export type ShownFailure = {
  /** The sentence from the contract's catalogue: `Failed to fetch users`. */
  message: string;
  /** The event, whether anything was lost, and the next step. */
  detail?: string | undefined;
  /** The id of the failed call, which the server's log has too. */
  requestId?: string | undefined;
  /** The earliest time when an attempt can succeed, shown after the message. */
  retryAt?: Date | undefined;
  /** Facts for debugging: `['Path', '/admin/cycle/…']`. None of them is secret. */
  debug?: readonly (readonly [label: string, value: string])[];
};

/** The message when a validation rule throws: a bug of ours, or a browser that lacks a function. */
export const notChecked: ShownFailure = {
  message: 'The form could not be checked',
  detail: 'Nothing was saved. What you typed is still here. Update your browser or use another one, then save again.',
};
