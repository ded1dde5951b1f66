import { describe, expect, test } from 'vitest';
import type { Decision, Rule, Template } from '#contract/moderation.ts';
import {
  decisionOf,
  emptyDraft,
  errorsOf,
  firstBlank,
  firstDraft,
  mayErase,
  withAnswerLanguage,
  withOutcome,
  withRule,
  withTemplate,
  withVerdict,
} from '#web/features/moderation/case-draft.ts';

const rule = { id: 'rule-1', title: 'Be kind' } as Rule;
const templateOf = (id: string, more: Partial<Template>) =>
  ({
    id,
    title: id,
    purpose: 'breaks_rules',
    english: `English ${id}`,
    pidgin: '',
    yoruba: '',
    hausa: '',
    igbo: '',
    isActive: true,
    ...more,
  }) as Template;
const templates = [
  templateOf('off', { isActive: false }),
  templateOf('any', {}),
  templateOf('kind', { title: 'be kind', yoruba: 'Ẹ jọ̀ọ́ [ohun tó kọ]' }),
  templateOf('help', { purpose: 'needs_help' }),
];
const aCase = {
  id: 'case-1',
  version: 3,
  lane: 'ordinary' as const,
  text: { content: 'Hello', hasPicture: false, createdAt: '', hiddenAt: null, marks: [], covered: [], seen: 'hash' },
};

describe('a draft', () => {
  test('starts in the language of the person, else of the decision that was appealed, else in English', () => {
    const appealed = { caseId: 'case-1', language: 'hausa', appeal: { outcome: null } } as Decision;
    const id = 'case-1';
    expect(firstDraft({ id, language: 'igbo', decisions: [appealed] }).language).toBe('igbo');
    expect(firstDraft({ id, language: null, decisions: [appealed] }).language).toBe('hausa');
    expect(firstDraft({ id, language: null, decisions: [] })).toEqual(emptyDraft);
  });

  test('suggests in its language, which a rule and a verdict leave as it was chosen', () => {
    const draft = withRule(firstDraft({ id: 'case-1', language: 'yoruba', decisions: [] }), rule, true, templates);
    expect(draft).toMatchObject({ language: 'yoruba', statement: 'Ẹ jọ̀ọ́ [ohun tó kọ]' });
    const chosen = withTemplate(draft, templates, { language: 'pidgin' });
    expect(withVerdict(chosen, 'needs_help', templates)).toMatchObject({
      language: 'pidgin',
      statement: 'English help',
    });
  });

  test('of a rule hides the text and takes the template of that title, else the first active one', () => {
    expect(withRule(emptyDraft, rule, true, templates)).toMatchObject({
      verdict: 'breaks_rules',
      ruleId: 'rule-1',
      hide: true,
      templateId: 'kind',
      statement: 'English kind',
    });
    const other = { ...rule, title: 'No selling' };
    expect(withRule(emptyDraft, other, false, templates)).toMatchObject({ hide: false, templateId: 'any' });
  });

  test('keeps a typed statement when a rule is chosen, and brings it back after a template', () => {
    const typed = { ...emptyDraft, statement: 'My own words' };
    expect(withRule(typed, rule, true, templates).statement).toBe('My own words');
    const replaced = withTemplate(typed, templates, { templateId: 'kind' });
    expect(replaced).toMatchObject({ statement: 'English kind', replaced: 'My own words' });
    expect(withTemplate(replaced, templates, { language: 'yoruba' })).toMatchObject({
      statement: 'Ẹ jọ̀ọ́ [ohun tó kọ]',
      replaced: 'My own words',
    });
    expect(withTemplate(replaced, templates, { language: 'hausa' }).statement).toBe('English kind');
  });

  test('of another verdict has no rule and does not hide', () => {
    const draft = withVerdict(withRule(emptyDraft, rule, true, templates), 'within_rules', templates);
    expect(draft).toMatchObject({ ruleId: null, hide: false, statement: '' });
    expect(withVerdict(draft, 'needs_help', templates).statement).toBe('English help');
  });

  test('is sent without what does not belong to its verdict', () => {
    expect(decisionOf(emptyDraft, aCase)).toBeNull();
    const draft = { ...withRule(emptyDraft, rule, true, templates), sanction: 'suspend', until: '2026-12-05' } as const;
    expect(decisionOf(draft, aCase)).toMatchObject({
      seen: 'hash',
      version: 3,
      hide: true,
      until: new Date(2026, 11, 5).toISOString(),
    });
    expect(decisionOf({ ...draft, verdict: 'within_rules' }, aCase)).toMatchObject({
      ruleId: null,
      hide: false,
      sanction: 'none',
      until: null,
      statement: '',
    });
    expect(decisionOf({ ...draft, forGood: true }, { ...aCase, text: null })).toMatchObject({
      seen: '',
      hide: false,
      until: null,
    });
  });

  test('names what is missing', () => {
    const now = new Date(2026, 10, 28);
    const draft = withRule(emptyDraft, rule, true, templates);
    const errors = (some: typeof draft) => errorsOf(some, decisionOf(some, aCase), 'ordinary', now);
    expect(errors(emptyDraft)).toEqual({ verdict: 'Choose the verdict' });
    expect(errors({ ...draft, ruleId: null })).toHaveProperty('ruleId');
    expect(errors({ ...draft, sanction: 'suspend' })).toEqual({ until: 'Choose the day' });
    expect(errors({ ...draft, sanction: 'suspend', forGood: true })).toEqual({});
    expect(errors({ ...draft, statement: 'You wrote [her words]' })).toEqual({ statement: 'Fill in [her words]' });
    expect(errors(draft)).toEqual({});
  });

  test('of a person who may be in danger needs an outcome, and a verdict that fits', () => {
    const now = new Date(2026, 10, 28);
    const inDanger = { ...aCase, lane: 'crisis' as const };
    const errors = (some: Partial<typeof emptyDraft>) => {
      const draft = { ...emptyDraft, statement: 'We are here', ...some };
      return errorsOf(draft, decisionOf(draft, inDanger), 'crisis', now);
    };
    const helped = { verdict: 'needs_help', crisisOutcome: 'help_shown' } as const;
    expect(errors({ ...helped, crisisOutcome: null })).toEqual({ crisisOutcome: 'Choose how this case ends' });
    expect(errors(helped)).toEqual({});
    expect(errors({ ...helped, verdict: 'within_rules' })).toHaveProperty('verdict');
    expect(errors({ ...helped, verdict: 'cannot_tell' })).toHaveProperty('verdict');
    expect(errors({ ...helped, verdict: 'breaks_rules', ruleId: 'rule-1' })).toEqual({});
    const calm = { verdict: 'within_rules', crisisOutcome: 'no_danger' } as const;
    expect(errors(calm)).toEqual({ reason: 'Write the reason' });
    expect(errors({ ...calm, reason: 'A quote from a film' })).toEqual({});
    expect(errors({ ...helped, crisisOutcome: 'outside_help' })).toHaveProperty('reason');
    const elsewhere = decisionOf({ ...emptyDraft, ...helped }, aCase);
    expect(elsewhere?.crisisOutcome).toBeNull();
  });
});

describe('the answer to an appeal', () => {
  const forAppeals = [
    ...templates,
    templateOf('old', { purpose: 'upheld', isActive: false }),
    templateOf('stays', { purpose: 'upheld', yoruba: 'A kò yí i padà: [the reason]' }),
    templateOf('sorry', { purpose: 'overturned' }),
  ];

  const inYoruba = { ...emptyDraft, language: 'yoruba' } as const;
  test('starts from the template of the outcome, in the language of the draft', () => {
    const upheld = withOutcome(inYoruba, 'upheld', forAppeals);
    expect(upheld).toMatchObject({ outcome: 'upheld', answer: 'A kò yí i padà: [the reason]' });
    const overturned = withOutcome(upheld, 'overturned', forAppeals);
    expect(overturned).toMatchObject({ outcome: 'overturned', answer: 'English sorry' });
    expect(withOutcome(overturned, 'upheld', forAppeals)).toEqual(upheld);
  });

  test('is in the chosen language, unless it was typed', () => {
    const english = withOutcome(emptyDraft, 'upheld', forAppeals);
    const yoruba = withAnswerLanguage(english, 'yoruba', forAppeals);
    expect(yoruba).toMatchObject({ language: 'yoruba', answer: 'A kò yí i padà: [the reason]' });
    expect(withAnswerLanguage(yoruba, 'english', forAppeals)).toEqual(english);
    expect(withAnswerLanguage(emptyDraft, 'igbo', forAppeals)).toEqual({ ...emptyDraft, language: 'igbo' });
    const typed = { ...english, answer: 'My own words' };
    expect(withAnswerLanguage(typed, 'yoruba', forAppeals)).toEqual({ ...typed, language: 'yoruba' });
  });

  test('stays when it was typed, and is empty without a template', () => {
    const typed = { ...inYoruba, answer: 'A kò yí i padà: you sold tea' };
    expect(withOutcome(typed, 'overturned', forAppeals)).toEqual({ ...typed, outcome: 'overturned' });
    const upheld = withOutcome(emptyDraft, 'upheld', forAppeals);
    const onlyUpheld = forAppeals.filter(({ id }) => id !== 'sorry');
    expect(withOutcome(upheld, 'overturned', onlyUpheld).answer).toBe('');
  });
});

test('the first blank of a statement is found', () => {
  expect(firstBlank('You wrote [her words] and [more]')).toEqual({ start: 10, end: 21 });
  expect(firstBlank('Nothing')).toBeUndefined();
});

test('only texts with grave private content can be erased', () => {
  expect(mayErase({ text: aCase.text, reasons: [{ reason: 'personal-data', count: 1 }] })).toBe(true);
  expect(mayErase({ text: aCase.text, reasons: [{ reason: 'spam', count: 1 }] })).toBe(false);
  expect(mayErase({ text: null, reasons: [{ reason: 'child', count: 1 }] })).toBe(false);
});
