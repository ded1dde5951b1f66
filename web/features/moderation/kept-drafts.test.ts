import { describe, expect, test } from 'vitest';
import { emptyDraft } from '#web/features/moderation/case-draft.ts';
import { parseDrafts, withDraft } from '#web/features/moderation/kept-drafts.ts';

const draft = (statement: string) => ({ ...emptyDraft, statement });

describe('kept drafts', () => {
  test('are read as they were written, with the fields that they lack', () => {
    const drafts = withDraft({}, 'one', draft('Ẹ jọ̀ọ́'));
    expect(parseDrafts(JSON.stringify(drafts))).toEqual(drafts);
    expect(parseDrafts('{"one":{"statement":"Hm"}}')).toEqual({ one: draft('Hm') });
  });

  test.each([null, undefined, '', 'x', 'null', '5'])('are none in %j', (stored) => {
    expect(parseDrafts(stored)).toEqual({});
  });

  test('are those with typed words, the last 20, each case once', () => {
    expect(withDraft({ one: draft('Hm') }, 'one', { ...emptyDraft, verdict: 'within_rules' })).toEqual({});
    expect(withDraft({ one: draft('Hm') }, 'one', undefined)).toEqual({});
    const message = { ...emptyDraft, message: 'We read your post' };
    expect(withDraft({}, 'one', message)).toEqual({ one: message });
    const many = Array.from({ length: 25 }, (_, at) => `case ${at}`);
    const drafts = many.reduce((kept, id) => withDraft(kept, id, draft(id)), {});
    expect(Object.keys(drafts)).toEqual(many.slice(5));
    expect(Object.keys(withDraft(drafts, 'case 5', draft('again'))).at(-1)).toBe('case 5');
  });
});
