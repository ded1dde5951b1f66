import { describe, expect, test } from 'vitest';
import { Harm } from '#contract/mark.ts';
import { type StatementLanguage, blanksIn, statementLanguages } from '#contract/moderation.ts';
import { sentByPerson, shownByApp } from '#contract/playbook-words.ts';
import { fillPlaceholders } from '#contract/placeholders.ts';
import { helpLineFields, playbookFields } from '#contract/safety.ts';
import { helpLineTexts } from '#server/safety/help-line-texts.ts';
import { playbookTexts } from '#server/safety/texts.ts';

const languages = Object.keys(statementLanguages) as StatementLanguage[];
const values = { emergency: '112', helpline: '' };
const named = playbookTexts.map((playbook) => [playbook.title, playbook] as const);

describe('the playbooks of a new desk', () => {
  test('are one for each mark of danger', () => {
    expect(playbookTexts.map(({ mark }) => mark)).toEqual(Harm.options);
  });

  test.each(named)('“%s” is stored as it is, with steps, five questions and words never to say', (_, playbook) => {
    expect(playbookFields.Input.parse(playbook)).toMatchObject(playbook);
    expect(playbook.steps?.length).toBeGreaterThan(4);
    expect(playbook.questions).toHaveLength(5);
    expect(playbook.questions?.join(' ')).toMatch(
      /how|when.*taken or done something\? Never ask what.*with her\?.*child.*under 18\?/,
    );
    expect(playbook.neverSay?.length).toBeGreaterThan(4);
  });

  test.each(named)(
    'the message of “%s” says the same in every language, and is whole once it is filled in',
    (_, playbook) => {
      for (const language of languages) {
        const text = playbook[language] ?? '';
        expect(text.split('\n\n').length, language).toBe(playbook.english.split('\n\n').length);
        const read = playbook.mark === 'violence' ? [] : ['{read}'];
        expect(text.match(/\{\w+\}/g), language).toEqual([...read, '{emergency}']);
        for (const whole of [sentByPerson(text, language), shownByApp(text)]) {
          const filled = fillPlaceholders(whole, values);
          expect(filled, language).toContain('112');
          expect(filled, language).not.toMatch(/[{}]/);
          expect(blanksIn(filled), language).toEqual([]);
          for (const paragraph of filled.split('\n\n')) expect(paragraph, language).toMatch(/^\p{Lu}.*[.?]$/u);
        }
      }
    },
  );

  test('say that a person has read the words in a message of staff alone', () => {
    const text = playbookTexts[0]?.english ?? '';
    expect(sentByPerson(text, 'english')).toMatch(/^A person on our team has read your words\. Thank you/);
    expect(shownByApp(text)).toMatch(/^Thank you/);
    expect(sentByPerson('{READ} Ẹ ṣeun.', 'yoruba')).toBe('Ẹnì kan nínú ẹgbẹ́ wa ti ka ọ̀rọ̀ yín. Ẹ ṣeun.');
  });

  test('do not say to a person who suffers violence that she wrote: a partner may hold the phone', () => {
    const [message, ...more] = playbookTexts.filter(({ mark }) => mark === 'violence');
    expect(more).toEqual([]);
    for (const language of languages) {
      const text = message?.[language] ?? '';
      expect(text, language).not.toBe('');
      expect(text, language).not.toContain('{read}');
      expect(sentByPerson(text, language), language).toBe(text);
    }
    expect(message?.english).not.toMatch(/\b(wrote|written|write|post|report|read|told)/i);
  });

  test('never name the police, and promise nothing', () => {
    const all = JSON.stringify(playbookTexts, (name, value: unknown) => (name === 'neverSay' ? [] : value));
    expect(all).not.toMatch(/police|ọlọ́pàá|'yan sanda|ndị uwe ojii/i);
    for (const { english } of playbookTexts) expect(english).not.toMatch(/promise|will be fine|we will|depress|ill\b/i);
  });
});

describe('the help lines of a new desk', () => {
  test.each(helpLineTexts.map((line) => [line.name, line] as const))(
    '%s is stored as it is, with its source',
    (_, line) => {
      expect(helpLineFields.Input.parse(line)).toMatchObject(line);
      expect(line.source).not.toBe('');
    },
  );

  test('have each number once', () => {
    const numbers = helpLineTexts.map(({ number }) => number.replaceAll(' ', ''));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('say of what is not known that it is not verified', () => {
    const notVerified = helpLineTexts.filter(({ source }) => source?.includes('not verified'));
    expect(notVerified.map(({ number }) => number)).toEqual([
      '112', '0800 078 7746', '0809 111 6264', '0800 800 2000', '0806 210 6493', '0809 210 0009', '0805 626 8573', '627',
    ]); // prettier-ignore
  });
});
