import fc from 'fast-check';
import type { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Values of which most match a JSON Schema as the contract creates it: only the schema can judge limits in code points.
 */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1_000_000, 2 ** 31 - 1) });
    case 'number':
      if (schema.multipleOf !== undefined) return fittingSteps(schema, schema.multipleOf);
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as Schema), { minLength: schema.minItems ?? 0, maxLength: 5 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fitting(inner as Schema)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

/** Numbers in decimal steps, as people write them: 0.3, not three times 0.1. */
const fittingSteps = ({ minimum = -1000, maximum = 1000 }: Schema, step: number) =>
  fc
    .integer({ min: Math.ceil(minimum / step), max: Math.floor(maximum / step) })
    .map((steps) => Number((steps * step).toFixed(10)));

function fittingText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  // A call with a file takes a form. As JSON it is refused, whatever value replaces the file.
  if (format === 'binary') return fc.string();
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') {
    // Times inside and outside the range that staff can set.
    const [min, max] = [new Date('1999-12-01'), new Date('2100-02-01')];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri' || format === 'uri-reference') return fc.webUrl();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const most = Math.min(maxLength, 50);
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: most }),
    fc.string({ unit: 'binary', minLength, maxLength: most }),
    // Lengths on both sides of a limit, in characters of two code units each.
    fc.constantFrom(
      '😀'.repeat(maxLength),
      '😀'.repeat(maxLength + 1),
      'é'.repeat(maxLength),
      'e\u0301'.repeat(maxLength),
    ),
  );
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const numbers = ['0', '-0', '-1', '1.5', '1e400', '-1e400', '9007199254740993', '1e-400', '2147483648'];
const noJson = ['NaN', 'Infinity', 'undefined', "'x'", '', '01', '"', '{', '[1,]', '/**/1', '\u00a0'];
const texts = [
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ufeff"',
  '"\\u202e"',
  '"%_\\\\"',
];
const others = [
  'null',
  'true',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"":null}',
  '{"length":1}',
  '{"then":1}',
  '{"$ref":"#"}',
];
const polluting = ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"toString":1}'];
const large = [nested(40), nested(10_000), JSON.stringify('x'.repeat(100_000))];

/** JSON texts, and some invalid ones, that have broken servers before. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...numbers, ...noJson, ...texts, ...others, ...polluting, ...large),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value)),
);

const ofPrototypes = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'];
const odd = ['', ' ', 'id[]', 'a.b', '$where', '__proto__[polluted]', 'isAdmin', 'role', 'x'.repeat(5000)];

/** Unknown names of fields and parameters. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ofPrototypes, ...odd),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const values = ['', ' ', '0', '-1', '1.5', '1e400', 'NaN', 'Infinity', 'null', 'undefined', 'true', '[object Object]'];
const signs = ['..', '.', '\u0000', 'a\u0000b', '%', '_', '\\', "' OR 1=1 --", '\u202e', '\ufffd', '__proto__'];
const figures = ['99999999999999999999', '0x10', '1_000', '١', 'x'.repeat(199), 'x'.repeat(5000), '😀'.repeat(300)];

/** Texts for addresses and header values. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...values, ...signs, ...figures),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer().map(String),
);
