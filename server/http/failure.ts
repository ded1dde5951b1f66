import type { FieldError, Problem } from '#contract/errors.ts';

type Extra = {
  /** The errors, field by field. */
  errors?: FieldError[];
  /** Seconds until a retry makes sense: the `Retry-After` header. */
  retryAfter?: number;
} & Pick<Problem, 'current' | 'conflicts' | 'ids' | 'changedBy' | 'changedAt'>;

/** A failure that is reported to the caller. `problems.ts` turns it into a response. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Extra;

  /** `message` becomes the problem's `detail`: a sentence that staff can read, without internal information. */
  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** 503 with `Retry-After`, for work beyond the waiting limit. `message` is a sentence for staff. */
export const busy = (message: string) => new Failure(503, 'busy', message, { retryAfter: 5 });

/** 404 for a record that does not exist: `notFound('announcement')`. */
export const notFound = (noun: string) => new Failure(404, 'not_found', `This ${noun} does not exist.`);

/** 403 for a call that the role of the account does not allow. */
export const notAllowed = () =>
  new Failure(403, 'not_allowed', 'Your role does not include this. Ask an administrator.');

/** 422 with a sentence for each invalid field. */
export const invalid = (errors: FieldError[]) =>
  new Failure(422, 'invalid', errors[0]?.message ?? 'The request is not valid.', { errors });
