import { expect, test } from 'vitest';
import { splitFieldErrors } from '#web/form/server-errors.ts';

test('errors go to their fields, the rest to the form', () => {
  const errors = [
    { path: 'message', message: 'Message is required' },
    { path: 'message', message: 'a second one' },
    { path: 'citations.3', message: 'Too long' },
    { path: 'messages', message: 'Not a field here' },
    { path: '', message: 'The whole thing' },
  ];
  expect(splitFieldErrors(errors, ['message', 'citations'])).toEqual({
    ofFields: { message: 'Message is required', citations: 'Too long' },
    rest: ['Not a field here', 'The whole thing'],
  });
});
