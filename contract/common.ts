import { z } from 'zod';

/** The schemas' own messages, where a field does not bring its own: sentences for whoever filled it in. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type')
      return issue.input === undefined
        ? 'This is required'
        : `This must be ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}`;
    if (issue.code === 'too_small') return `This must be at least ${issue.minimum}`;
    if (issue.code === 'too_big') return `This must be at most ${issue.maximum}`;
    return undefined;
  },
});

/** A UUID, in small letters as ids are compared. Everything that is stored has one; a malformed one in a path is a 404. */
export const Id = z.uuid().toLowerCase();

/** Most things that one bulk call takes. */
export const maxBulk = 500;

/** The ids of a bulk call, each once. `one` and `many` say what they are the ids of: `user`, `users`. */
export const manyIds = (one: string, many: string) =>
  z
    .array(Id)
    .min(1, { error: `Select at least one ${one}` })
    .max(maxBulk, { error: `Select at most ${maxBulk} ${many}` })
    .refine((ids) => new Set(ids).size === ids.length, { error: `A ${one} is selected twice` });

/** A moment: ISO 8601 in UTC with milliseconds, decided by the database's clock. */
export const Instant = z.iso.datetime({ precision: 3 });

/** Counts up by one with each change of an entity, from 1. Sent back as `If-Match: "version"`. */
export const Version = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const codePoints = (text: string) => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export type TextLimits = {
  /** Fewest characters, counted in code points after trimming. 1 makes the field required. */
  min?: number;
  /** Most characters, counted in code points. */
  max: number;
  /** Cuts white space off both ends before it is counted and stored. */
  trim?: boolean;
  /** What the field is called in messages, with a capital: `Message`. */
  name?: string;
  /** What else is made of it before it is counted and stored. Gets it trimmed, in NFC. */
  tidy?: (value: string) => string;
};

/** More marks on one letter than any language has (UAX #15), and work that grows with their square to put in order. */
const heapOfMarks = /\p{M}{31}/u;

/** Something to see: not only spaces, controls, fillers and joiners. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/u;

/** Code units that NFC makes one code point of, at most. */
const unitsEach = 4;

/**
 * Text that a person typed: stored in NFC, limits counted in code points, otherwise as typed.
 * NUL and lone surrogates, which Postgres cannot store, are refused. What is trimmed and required must be visible.
 */
export function text({ min = 0, max, trim = true, name = 'This', tidy = (value) => value }: TextLimits) {
  const tooLong = `${name} can have at most ${max.toLocaleString('en')} characters`;
  const tooShort = min === 1 ? `${name} is required` : `${name} needs at least ${min} characters`;
  return z
    .string({ error: `${name} must be text` })
    .overwrite((value) => (trim ? value.trim() : value))
    .refine((value) => value.length <= max * unitsEach, { error: tooLong, abort: true })
    .refine((value) => !value.includes('\u0000') && !loneSurrogate.test(value), {
      error: `${name} has a character that cannot be stored`,
      abort: true,
    })
    .refine((value) => !heapOfMarks.test(value), { error: `${name} has too many marks on one letter`, abort: true })
    .overwrite((value) => tidy(value.normalize('NFC')))
    .refine((value) => codePoints(value) >= min && (min === 0 || !trim || visible.test(value)), { error: tooShort })
    .refine((value) => codePoints(value) <= max, { error: tooLong })
    .meta({ minLength: min || undefined, maxLength: max });
}

/** Length of a text as limits count it: Unicode code points after NFC. */
export const textLength = (value: string) => codePoints(value.normalize('NFC'));

/**
 * Text of a form that may stay empty (`''`) and else has to fit. `schema` says so in JSON Schema, as far as that can.
 * Staff read `error` where it does not fit.
 */
export const optionalText = (
  limits: TextLimits,
  { fits, error, schema }: { fits: (value: string) => boolean; error: string; schema: z.core.JSONSchema.BaseSchema },
) =>
  text(limits)
    .refine((value) => value === '' || fits(value), { error })
    .meta({ anyOf: [{ const: '' }, { type: 'string', ...schema }] });

/** Most characters of an email address that mail can be sent to (RFC 5321). */
const maxEmail = 254;

const emailAddress = z.email();

/** An email address, or `''`. */
export const optionalEmail = (name: string) =>
  optionalText(
    { max: maxEmail, name },
    {
      fits: (value) => emailAddress.safeParse(value).success,
      error: `${name} must be an email address such as ada@example.com`,
      schema: { format: 'email' },
    },
  );

/** Most characters of an address on the web. */
export const maxUrl = 2000;

/** Absolute, with nothing before the host, where credentials would stand, and nothing that cannot be seen. */
const absoluteUrl = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;

/** Whether a text is an absolute `https:` or `http:` address without credentials. */
export const isWebUrl = (value: string) => absoluteUrl.test(value) && URL.canParse(value);

/** An absolute `https:` or `http:` address without credentials, or `''`. For pictures: `optionalImageUrl`. */
export const optionalUrl = (name: string) =>
  optionalText(
    { max: maxUrl, name },
    {
      fits: isWebUrl,
      error: `${name} must be a web address that starts with https:// or http://`,
      schema: { format: 'uri' },
    },
  );

/** `page` and `limit` of a list in pages. Pages start at 1; a limit is 1 to 100. */
export const Paging = {
  page: z.int().min(1).max(1_000_000_000).default(1),
  limit: z.int().min(1).max(100).default(10),
};

/** `cursor` and `limit` of a list that goes on from where the last answer ended: its `nextCursor`. */
export const CursorPaging = {
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(100).default(20),
};

/** Where a list goes on, null at its end, and how many rows it has in all. */
export const CursorPagination = z.object({ nextCursor: z.string().nullable(), total: z.int() });

/** Who did something, as shown beside it. */
export const Actor = z.object({ id: Id, name: z.string() });
export type Actor = z.infer<typeof Actor>;

/** What a PUT may carry because it sends an entity back as it was read: accepted and ignored. */
const asRead = { version: z.unknown(), createdAt: z.unknown(), updatedAt: z.unknown(), createdBy: z.unknown() };

/**
 * The input of a PUT on `/{id}`: any of the fields, and what stands beside them in the entity as read, ignored.
 * The fields must have no defaults, or a small PUT would reset what it leaves out.
 */
export function changes<Shape extends z.ZodRawShape>(fields: Shape) {
  return z.strictObject({ ...z.object(fields).partial().shape, ...z.object(asRead).partial().shape, id: Id });
}

/** Highest position of a thing in its order. */
export const maxPosition = 1_000_000;
