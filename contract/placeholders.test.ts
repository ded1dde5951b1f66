import { describe, expect, test } from 'vitest';
import { fillPlaceholders, fillTexts } from '#contract/placeholders.ts';

const none = { emergency: '112', helpline: '' };
const both = { emergency: '112 or 767', helpline: 'SURPIN 0800 078 7746 (free)' };

describe('fillPlaceholders', () => {
  test.each([
    ['Call {emergency}.', 'Call 112 or 767.'],
    ['Call {Emergency} or a help line: {HELPLINE}.', 'Call 112 or 767 or a help line: SURPIN 0800 078 7746 (free).'],
    ['{other} and {', '{other} and {'],
    ['<p>Call <strong>{emergency}</strong></p>', '<p>Call <strong>112 or 767</strong></p>'],
  ])('fills in %s', (text, filled) => expect(fillPlaceholders(text, both)).toBe(filled));

  test.each([
    ['Go now. Talk to a help line: {helpline}. Stay with her.', 'Go now. Stay with her.'],
    ['Talk to {helpline}!', ''],
    ['Go now.\nTalk to {helpline}\nCall {emergency}.', 'Go now.\nCall 112.'],
    ['<p>Go now.</p><p>Talk to <strong>{helpline}</strong>.</p><p>Stay.</p>', '<p>Go now.</p><p>Stay.</p>'],
    ['<ul><li><p>{helpline}</p></li><li><p>Go.</p></li></ul>', '<ul><li><p>Go.</p></li></ul>'],
    ['<p>Go.</p><ul><li><p>{helpline}</p></li></ul>', '<p>Go.</p>'],
    ['<h2 style="text-align: center;">{helpline}</h2><p>Go.</p>', '<p>Go.</p>'],
    ['<blockquote><p>{helpline}</p></blockquote>', ''],
  ])('leaves out the sentence or paragraph of a help line that is not set: %s', (text, left) =>
    expect(fillPlaceholders(text, none)).toBe(left),
  );
});

test('fillTexts fills in each text of a response and changes nothing else', () => {
  const at = new Date(0);
  const output = { id: 1, at, none: null, list: [{ text: 'Call {emergency}' }, true], title: '{helpline}' };
  const filled = fillTexts(output, none);
  expect(filled).toEqual({ id: 1, at, none: null, list: [{ text: 'Call 112' }, true], title: '' });
  expect(fillTexts({ tips: ['Stay.', 'Help lines: {helpline}.', ''] }, none)).toEqual({ tips: ['Stay.', ''] });
  expect(output.list[0]).toEqual({ text: 'Call {emergency}' });
});
