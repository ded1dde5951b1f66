import { describe, expect, test } from 'vitest';
import { fillPlaceholders } from '#contract/placeholders.ts';
import { gradeOf, sentencesOf, wordsOf } from '#contract/reading-grade.ts';
import activities from '#server/cycle/reference/activities.json' with { type: 'json' };
import descriptions from '#server/cycle/reference/descriptions.json' with { type: 'json' };
import insights from '#server/cycle/reference/insights.json' with { type: 'json' };
import phases from '#server/cycle/reference/phases.json' with { type: 'json' };
import firstWeeks from '#server/cycle/reference/weeks-first-trimester.json' with { type: 'json' };
import secondWeeks from '#server/cycle/reference/weeks-second-trimester.json' with { type: 'json' };
import thirdWeeks from '#server/cycle/reference/weeks-third-trimester.json' with { type: 'json' };
import { defaultTexts } from '#server/lady-due/default-texts.ts';
import { demoCards } from '#server/lady-due/demo-texts.ts';
import {
  advice,
  dangers,
  goNow,
  newbornDangers,
  sameDay,
  suicidalThoughts,
  today,
} from '#server/medical-texts/dangers.ts';

const weeks = [...firstWeeks, ...secondWeeks, ...thirdWeeks];

/** A rich text with a line for each paragraph and list item. */
const plain = (html: string) =>
  html
    .replaceAll(/<\/(?:p|li)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\n+/g, '\n')
    .trim();

/** Every text that comes with the desk, in lines. */
const texts: { name: string; text: string; citations: string[] }[] = [
  ...Object.values(defaultTexts).flatMap(({ sections }) =>
    sections.flatMap(({ cards }) =>
      cards.map(({ title, text, citations }) => ({ name: `card: ${title}`, text: plain(text), citations })),
    ),
  ),
  ...demoCards.map(({ title, text, citations }) => ({ name: `demo card: ${title}`, text: text.join('\n'), citations })),
  ...weeks.map(({ weekNumber, developments, tips, citations }) => ({
    name: `week ${weekNumber}`,
    text: [...developments.map((line) => `${line}.`), ...tips].join('\n'),
    citations,
  })),
  ...phases.map(({ phase, description, shortDescription, longDescription, citations }) => ({
    name: `phase: ${phase}`,
    text: [description, shortDescription, longDescription].join('\n'),
    citations,
  })),
  ...insights.map(({ phase, personalizedMessage, recommendations, citations }) => ({
    name: `insight: ${phase}`,
    text: [personalizedMessage, ...recommendations].join('\n'),
    citations,
  })),
  ...activities.map(({ name, content, citations }) => ({ name: `activity: ${name}`, text: content, citations })),
  ...descriptions.map(({ title, description }) => ({
    name: `description: ${title}`,
    text: description,
    citations: [],
  })),
];

/** The shared signs, and those of one text only. */
const signs = new Set<string>([
  ...Object.values(dangers),
  ...Object.values(today),
  ...newbornDangers,
  'such pain is strong or stays',
]);
const isBullet = (line: string) => /^[•–] /.test(line);
const known = (line: string) => signs.has(line.replace(/^[•–] /, '').replace(/[.;]$/, ''));

describe.each(texts)('$name', ({ text, citations }) => {
  const sentences = sentencesOf(text);

  test('has no emergency number and no help line typed in', () => {
    expect(text).not.toMatch(/\b112\b|\b767\b|\b0[789]\d\d[ -]?\d/);
    expect(text).not.toMatch(/\bcall \d/i);
  });

  test('words each danger sign in the one way of all texts', () => {
    const lines = text.split('\n');
    // A list of signs follows its heading: with bullets, or up to a full stop.
    for (const [at, line] of lines.entries()) {
      if (!/^(?:Go|See|Take your baby) .*(?:day or night|today),? if(?: it)?:$/.test(line)) continue;
      const rest = lines.slice(at + 1);
      const hasBullets = isBullet(rest[0] ?? '');
      const end = rest.findIndex((other) => (hasBullets ? !isBullet(other) : other.endsWith('.')));
      const listed = end === -1 ? rest : rest.slice(0, hasBullets ? end : end + 1);
      expect(listed.length).toBeGreaterThan(0);
      for (const sign of listed) expect(known(sign), sign).toBe(true);
    }
    for (const sentence of sentences) {
      const [, sign] = new RegExp(`(?:${goNow}|${sameDay}),? if (.+)$`, 's').exec(sentence) ?? [];
      if (sign !== undefined && !sign.startsWith(':')) expect(known(sign), sentence).toBe(true);
    }
    if (/ending your life|harming yourself|suicid/i.test(text)) expect(text).toContain(suicidalThoughts[0]);
    for (const sentence of sentences.filter((one) => /\bmov(?:es?|ing) less\b/i.test(one))) {
      const isDenial = /do not move less|not true that babies move less/.test(sentence);
      expect(isDenial || sentence.includes(dangers.lessMovement), sentence).toBe(true);
    }
  });

  test('has no sentence of a warning with more than 20 words', () => {
    const warnings = sentences.filter((sentence) =>
      /\bhospital\b|\btoday\b|\bnow\b|\bdo not\b|\bnever\b/i.test(sentence),
    );
    for (const sentence of warnings) expect(wordsOf(sentence).length, sentence).toBeLessThanOrEqual(20);
  });

  test('loses only the help line where none is set', () => {
    // As the app shows a card: each line is a paragraph.
    const html = text
      .split('\n')
      .map((line) => `<p>${line}</p>`)
      .join('');
    for (const form of [text, html]) {
      const filled = fillPlaceholders(form, { emergency: '112', helpline: '' });
      const kept = sentences.filter((sentence) => !sentence.includes('{'));
      for (const sentence of kept) expect(filled).toContain(sentence);
      expect(filled).not.toContain('{');
    }
  });

  test('has a reading grade of 8 or less', () => expect(gradeOf(text)).toBeLessThanOrEqual(8));

  test('cites public bodies, professional societies and peer-reviewed journals alone, once each', () => {
    expect(new Set(citations).size).toBe(citations.length);
    for (const citation of citations) expect(citation).toMatch(source);
  });
});

/** The sources that may be cited, by kind, each with the hosts of its pages. */
const sources = {
  'public bodies': {
    NHS: ['www.nhs.uk', 'www.sps.nhs.uk'],
    WHO: ['www.who.int'],
    CDC: ['www.cdc.gov'],
    FDA: ['www.fda.gov'],
    MHRA: ['www.gov.uk'],
    MedlinePlus: ['medlineplus.gov'],
    'Food Standards Agency': ['www.food.gov.uk'],
    'Federal Ministry of Health': ['www.health.gov.ng'],
    NPHCDA: ['nphcda.gov.ng'],
    NACA: ['naca.gov.ng'],
    NICE: ['www.nice.org.uk'],
    NAPTIP: ['nsod.naptip.gov.ng'],
  },
  'professional societies': { ACOG: ['www.acog.org'], RCOG: ['www.rcog.org.uk'], SOGON: ['sogon.org'] },
  'peer-reviewed journals and guidelines': {
    'Afrimedic Journal': ['www.ajol.info'],
    'International Journal of Gynaecology and Obstetrics': ['doi.org'],
    'Journal of Community Medicine and Primary Health Care': ['www.ajol.info'],
    'Frontiers in Pharmacology': ['www.frontiersin.org'],
    'Nature Clinical Practice Nephrology': ['www.nature.com'],
    Toxics: ['doi.org'],
    'Annals of Medical and Health Sciences Research': ['doi.org'],
    'Tropical Journal of Obstetrics and Gynaecology': ['www.ajol.info'],
    'PLoS Medicine': ['doi.org'],
    'Gender Medicine': ['doi.org'],
    'Monash University': ['www.monash.edu'],
  },
};
const publishers = Object.values(sources).flatMap((kind) => Object.entries<string[]>(kind));
const source = new RegExp(
  `^(?:${publishers
    .map(([name, hosts]) => `${name}: .+\\. https://(?:${hosts.join('|').replaceAll('.', '\\.')})/\\S*`)
    .join('|')})$`,
);

test('each danger sign completes a warning of at most 20 words', () => {
  const warnings = [
    ...Object.values(dangers).map((sign) => `${goNow}, if ${sign}`),
    ...Object.values(today).map((sign) => `${sameDay} if ${sign}`),
    ...newbornDangers.map((sign) => `Take your baby to hospital now, day or night, if it ${sign}`),
    ...Object.values(advice).flatMap(sentencesOf),
    ...suicidalThoughts,
  ];
  for (const warning of warnings) expect(wordsOf(warning).length, warning).toBeLessThanOrEqual(20);
});

test('the answer to thoughts of suicide names a place and a number where no help line is set', () => {
  const filled = fillPlaceholders(suicidalThoughts.join('\n'), { emergency: '112', helpline: '' });
  expect(filled).toMatch(/nearest hospital.*day or night/);
  expect(filled).toContain('call 112');
});
