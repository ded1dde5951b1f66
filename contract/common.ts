import { z } from 'zod';
import { normalized } from '#contract/normalized.ts';

/** Default messages for fields without their own: sentences for the person who filled in the form. */
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

/**
 * A UUID in lower case, because ids are compared as text. Every stored record has one. A malformed id in a path returns
 * 404.
 */
export const Id = z.uuid().toLowerCase();

/** The maximum number of records in one bulk call. */
export const maxBulk = 500;

/** The ids of a bulk call, without duplicates. `one` and `many` name the records in messages: `user`, `users`. */
export const manyIds = (one: string, many: string) =>
  z
    .array(Id)
    .min(1, { error: `Select at least one ${one}` })
    .max(maxBulk, { error: `Select at most ${maxBulk} ${many}` })
    .refine((ids) => new Set(ids).size === ids.length, { error: `A ${one} is selected twice` });

/** The ids of a query, with commas between them: at most so many. */
export const idsOfQuery = (most: number) =>
  z
    .string()
    .max(most * 37)
    .transform((ids) => ids.split(','))
    .pipe(z.array(Id).max(most, { error: `Ask for at most ${most}` }));

/** A time in ISO 8601, in UTC with milliseconds, from the database's clock. */
export const Instant = z.iso.datetime({ precision: 3 });

/** Days after which a hidden post or comment is erased. */
export const hiddenDays = 30;

/** When staff hid a post or a comment from the app; null while the app shows it. */
export const HiddenAt = Instant.nullable();

/** The accepted years for times that staff set; any other year is taken for a typing error. */
const years = { first: 2000, last: 2099 };

/** A time that staff set, or null. It may have any offset and precision, and is stored as an `Instant`. */
export const optionalInstant = (name: string) =>
  z.iso
    .datetime({ offset: true, abort: true, error: `${name} must be a date with a time` })
    .overwrite((value) => new Date(value).toISOString())
    .refine((value) => value >= `${years.first}` && value < `${years.last + 1}`, {
      error: `${name} must be in a year from ${years.first} to ${years.last}`,
    })
    .nullable();

/** The number of cached zone names. There are some 600 zones, but a name may use any capitalisation. */
const maxZones = 1000;
const zones = new Set<string>();

/**
 * Cached, because checking a name creates a formatter, which takes some 20 kB outside the heap until it is collected.
 */
const isTimeZone = (name: string) => {
  if (zones.has(name)) return true;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (zones.size < maxZones) zones.add(name);
  return true;
};

/** The time zone of the people who use the app, in which rota and statements give times. */
export const deskTimeZone = 'Africa/Lagos';

/** The IANA name of a time zone, such as `Africa/Lagos`; UTC by default. The days of a call are days in this zone. */
export const TimeZone = z
  .string()
  .refine(isTimeZone, { error: 'This must be a time zone such as Africa/Lagos' })
  .default('UTC');

/** A day of the calendar, without a zone: `2026-11-22`. */
export const Day = z.iso
  .date({ error: 'This must be a day such as 2026-11-22' })
  .refine((day) => day >= '1970-01-01' && day < '2970-01-01', { error: 'This must be a day from 1970 on' });

/** A month of the calendar, without a zone: `2026-11`. */
export const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'This must be a month such as 2026-11' })
  .refine((month) => month >= '1970-01' && month < '2970-01', { error: 'This must be a month from 1970 on' });

/** Starts at 1 and increases by one with each change of an entity. Sent back as `If-Match: "version"`. */
export const Version = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const codePoints = (text: string) => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const loneSurrogate = /\p{Cs}/u;

export type TextLimits = {
  /** The minimum length in code points, after trimming. 1 makes the field required. */
  min?: number;
  /** The maximum length in code points. */
  max: number;
  /** Removes white space at both ends before the text is counted and stored. */
  trim?: boolean;
  /** The name of the field in messages, with a capital: `Message`. */
  name?: string;
  /** A further clean-up before the text is counted and stored. It receives the trimmed text in NFC. */
  tidy?: (value: string) => string;
};

/**
 * Matches more marks on one letter than any language uses (UAX #15). The time to put marks in canonical order grows
 * with the square of their number.
 */
const heapOfMarks = /\p{M}{31}/u;

/** Matches a visible character: not a space, control, filler or joiner. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]/u;

/** The most code units that NFC composes into one code point. */
const unitsEach = 4;

/**
 * Text that a person typed. It is stored in NFC and otherwise as typed; limits count code points. NUL and lone
 * surrogates, which Postgres cannot store, are refused. Trimmed text that is required must have a visible character.
 */
export function text({ min = 0, max, trim = true, name = 'This', tidy = (value) => value }: TextLimits) {
  const tooLong = `${name} can have at most ${max.toLocaleString('en')} characters`;
  const tooShort = min === 1 ? `${name} is required` : `${name} needs at least ${min} characters`;
  return (
    z
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
      // Later steps, such as sanitising, are slow for a long text.
      .refine((value) => codePoints(value) <= max, { error: tooLong, abort: true })
      .meta({ minLength: min || undefined, maxLength: max })
  );
}

/** Whether a text has no line breaks and no other control characters. */
export const isSingleLine = (value: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);

/** A search term: part of a name or of another text, ignoring case and diacritics. */
export const SearchText = text({ max: 200, name: 'Search' })
  .refine(isSingleLine, { error: 'Search has a character that nobody can type' })
  .default('');

/** The length of a text as the limits count it: Unicode code points after NFC. */
export const textLength = (value: string) => codePoints(normalized(value, 'NFC'));

/**
 * Text that may be empty (`''`) and must otherwise pass `fits`. `schema` describes this rule in JSON Schema, as far as
 * that is possible. Staff read `error` when the text does not pass.
 */
export const optionalText = (
  limits: TextLimits,
  { fits, error, schema }: { fits: (value: string) => boolean; error: string; schema: z.core.JSONSchema.BaseSchema },
) =>
  text(limits)
    .refine((value) => value === '' || fits(value), { error })
    .meta({ anyOf: [{ const: '' }, { type: 'string', ...schema }] });

/** The longest email address that mail can be sent to, in characters (RFC 5321). */
const maxEmail = 254;

const emailAddress = z.email();

const isEmail = (value: string) => emailAddress.safeParse(value).success;
const notAnEmail = (name: string) => `${name} must be an email address such as ada@example.com`;

/** An email address, or `''`. */
export const optionalEmail = (name: string) =>
  optionalText({ max: maxEmail, name }, { fits: isEmail, error: notAnEmail(name), schema: { format: 'email' } });

/** An email address. */
export const requiredEmail = (name: string) =>
  text({ min: 1, max: maxEmail, name })
    .refine(isEmail, { error: notAnEmail(name) })
    .meta({ format: 'email' });

/** The maximum length of a web address, in characters. */
export const maxUrl = 2000;

/** Matches an absolute address that has no credentials before the host and no invisible characters. */
const absoluteUrl = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;

/** Whether a text is an absolute `https:` or `http:` address without credentials, at most `maxUrl` characters long. */
export function isWebUrl(value: string) {
  if (value.length > maxUrl * 2 || !absoluteUrl.test(value)) return false;
  // `URL.canParse` came with Safari 17 and Chrome 120.
  try {
    return new URL(value).href !== '';
  } catch {
    return false;
  }
}

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

/** `page` and `limit` of a paged list. Pages start at 1; a limit is 1 to 100. */
export const PageInput = {
  page: z.int().min(1).max(1_000_000_000).default(1),
  limit: z.int().min(1).max(100).default(10),
};

/** `cursor` and `limit` of an endless list. `cursor` is the `nextCursor` of the previous response. */
export const CursorInput = {
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(100).default(20),
};

/** The cursor of the next page, null at the end of the list, and the number of all rows. */
export const CursorPagination = z.object({ nextCursor: z.string().nullable(), total: z.int() });

/** The account that did something, as shown beside it. */
export const Actor = z.object({ id: Id, name: z.string() });
export type Actor = z.infer<typeof Actor>;

/** Read-only fields. A PUT may send an entity back as it was read, so these are accepted and ignored. */
const asRead = { version: z.unknown(), createdAt: z.unknown(), updatedAt: z.unknown(), createdBy: z.unknown() };

/**
 * The input of a PUT on `/{id}`: any of the fields. Read-only fields are accepted and ignored. The fields must have no
 * defaults, or a PUT would reset the fields that it leaves out.
 */
export function changes<Shape extends z.ZodRawShape>(fields: Shape) {
  return z.strictObject({ ...z.object(fields).partial().shape, ...z.object(asRead).partial().shape, id: Id });
}

/** The highest position in an order. */
export const maxPosition = 1_000_000;
