import { describe, expect, test } from 'vitest';
import { appealDays, templatePurposes } from '#contract/verdicts.ts';
import {
  type StatementLanguage,
  blanksIn,
  ruleFields,
  statementLanguages,
  templateFields,
} from '#contract/moderation.ts';
import { ruleTexts, templateTexts } from '#server/moderation/texts.ts';

const languages = Object.keys(statementLanguages) as StatementLanguage[];
const placeholdersIn = (text: string) => text.match(/\{[^{}]*\}/g) ?? [];
const paragraphsIn = (text: string) => text.split('\n\n').length;

describe('the rules of a new desk', () => {
  test('are nine, which the keys 1 to 9 can choose', () => {
    expect(ruleTexts).toHaveLength(9);
    expect(new Set(ruleTexts.map(({ title }) => title)).size).toBe(9);
  });

  test.each(ruleTexts.map((rule) => [rule.title, rule] as const))(
    '“%s” is stored as it is, in every language, and is complete',
    (_, rule) => {
      expect(ruleFields.Input.parse(rule)).toMatchObject(rule);
      for (const language of languages) {
        const text = rule[language] ?? '';
        expect(text, language).toMatch(/^\p{Lu}.*\.$/u);
        expect([...placeholdersIn(text), ...blanksIn(text)], language).toEqual([]);
      }
    },
  );
});

describe('the templates of a new desk', () => {
  test('are for every verdict, each with its own title', () => {
    expect(new Set(templateTexts.map(({ purpose }) => purpose))).toEqual(new Set(Object.keys(templatePurposes)));
    expect(new Set(templateTexts.map(({ title }) => title)).size).toBe(templateTexts.length);
  });

  test.each(templateTexts.map((template) => [template.title, template] as const))(
    '“%s” is stored as it is, and says the same in every language',
    (_, template) => {
      expect(templateFields.Input.parse(template)).toMatchObject(template);
      const { english } = template;
      expect(english).not.toBe('');
      expect(['{rule}', '{until}']).toEqual(expect.arrayContaining(placeholdersIn(english)));
      for (const language of languages) {
        const text = template[language] ?? '';
        expect(placeholdersIn(text).toSorted(), language).toEqual(placeholdersIn(english).toSorted());
        expect(blanksIn(text), language).toEqual(blanksIn(english));
        expect(paragraphsIn(text), language).toBe(paragraphsIn(english));
      }
    },
  );

  test('for people who need help name the emergency number in every language, and have no blanks to fill in first', () => {
    const forHelp = templateTexts.filter(({ purpose }) => purpose === 'needs_help');
    for (const template of forHelp) {
      // Only the company can promise that nothing will follow.
      expect(template.english).toMatch(/^We have read your words/);
      expect(template.english).not.toMatch(/trouble|nothing wrong/);
      for (const language of languages) {
        const text = template[language] ?? '';
        expect(text, language).toContain('112');
        expect([...placeholdersIn(text), ...blanksIn(text)], language).toEqual([]);
      }
    }
  });

  test('name the days to appeal where something is taken from a person', () => {
    const takes = templateTexts.filter(({ english }) => /hidden|warning|cannot (?:post|read)|no longer/.test(english));
    expect(takes.length).toBeGreaterThan(5);
    for (const template of takes) {
      for (const language of languages) expect(template[language], language).toContain(String(appealDays));
    }
  });
});
