import { expect, test } from 'vitest';
import { SubjectKind, areaOfCase, reasonsFor, reportErrors, subjectsOf, verdictsFor } from '#contract/case-subjects.ts';
import { isContent } from '#contract/kinds.ts';

test('the reasons and the verdicts of content are its own, except for the one that it cannot be told', () => {
  for (const kind of SubjectKind.options) {
    expect(reasonsFor(kind).includes('wrong')).toBe(isContent(kind));
    expect(reasonsFor(kind).includes('spam')).toBe(!isContent(kind));
  }
  expect(verdictsFor('doctor')).toEqual(['corrected', 'not_wrong', 'cannot_tell']);
  expect(verdictsFor('person')).toEqual(['breaks_rules', 'within_rules', 'needs_help', 'cannot_tell']);
});

test('a reason that does not fit the subject is an error of the reason', () => {
  expect(reportErrors({ kind: 'card', reason: 'wrong' })).toEqual({});
  expect(reportErrors({ kind: 'card', reason: 'danger' })).toEqual({ reason: 'Content is reported as wrong' });
  expect(reportErrors({ kind: 'comment', reason: 'wrong' })).toEqual({ reason: 'Only content is reported as wrong' });
});

test('the cases of a subject belong to the roles that may change its area', () => {
  const people = ['post', 'comment', 'person'];
  const content = ['card', 'pregnancy-week', 'activity', 'doctor'];
  expect(subjectsOf('administrator')).toEqual([...people, ...content]);
  expect(subjectsOf('editor')).toEqual(content);
  expect(subjectsOf('moderator')).toEqual(people);
  expect(subjectsOf('support')).toEqual([]);
  expect(SubjectKind.options.map((kind) => areaOfCase(kind))).toEqual([
    'moderation',
    'moderation',
    'moderation',
    'lady-due',
    'cycle',
    'cycle',
    'doctors',
  ]);
});
