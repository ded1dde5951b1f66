import { describe, expect, test } from 'vitest';
import activities from '#server/cycle/reference/activities.json' with { type: 'json' };
import descriptions from '#server/cycle/reference/descriptions.json' with { type: 'json' };
import { fetalSizes } from '#server/cycle/reference/fetal-sizes.ts';
import insights from '#server/cycle/reference/insights.json' with { type: 'json' };
import phases from '#server/cycle/reference/phases.json' with { type: 'json' };
import firstWeeks from '#server/cycle/reference/weeks-first-trimester.json' with { type: 'json' };
import secondWeeks from '#server/cycle/reference/weeks-second-trimester.json' with { type: 'json' };
import thirdWeeks from '#server/cycle/reference/weeks-third-trimester.json' with { type: 'json' };
import {
  advice,
  callForHelp,
  dangers,
  goNow,
  newbornDangers,
  sameDay,
  suicidalThoughts,
  today,
} from '#server/medical-texts/dangers.ts';

const weeks = [...firstWeeks, ...secondWeeks, ...thirdWeeks];

/** The words of a record that the app shows, line by line, without those of its sources. */
const linesOf = (record: object): string[] =>
  Object.entries(record)
    .filter(([name]) => name !== 'citations' && name !== 'richContent')
    .flatMap(([, value]: [string, unknown]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split('\n'))
    .filter((line) => line !== '');

const texts = [...phases, ...activities, ...insights, ...descriptions, ...weeks].map((record) => ({
  name:
    'weekNumber' in record ? `week ${record.weekNumber}` : `${record.phase}: ${'name' in record ? record.name : ''}`,
  lines: linesOf(record),
}));
const tipsOf = (week: number) => weeks.find(({ weekNumber }) => weekNumber === week)?.tips ?? [];

const sentences = (line: string) => line.match(/[^.!?]+(?:\.\d[^.!?]*)*[.!?]*/g) ?? [];
const words = (text: string) => text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word));

/** A length with its unit, in centimetres, and a weight, in grams. */
function measuresOf(babySize: string) {
  const [, length, lengthUnit] = /about ([\d.]+) (mm|cm)/.exec(babySize) ?? [];
  const [, weight, weightUnit] = /, ([\d.]+) (g|kg)$/.exec(babySize) ?? [];
  return {
    length: length === undefined ? undefined : Number(length) / (lengthUnit === 'mm' ? 10 : 1),
    weight: weight === undefined ? undefined : Number(weight) * (weightUnit === 'kg' ? 1000 : 1),
  };
}

describe('the sizes', () => {
  test('follow one table, in whole centimetres from 16 weeks on', () => {
    for (const { weekNumber, babySize } of weeks) {
      const size = fetalSizes[weekNumber];
      if (!size) continue;
      const { length, weight } = measuresOf(babySize);
      expect(length, babySize).toBe(weekNumber < 14 ? size.length : Math.round(size.length));
      if (!size.weight) {
        expect(weight, babySize).toBeUndefined();
        continue;
      }
      const [, median] = size.weight;
      expect(weight, babySize).toBe(median < 1000 ? Math.round(median / 10) * 10 : Math.round(median / 100) * 100);
    }
    expect(weeks.filter(({ babySize }) => measuresOf(babySize).weight !== undefined)).toHaveLength(27);
  });

  test('are within the 10th and 90th centile', () => {
    for (const { weekNumber, babySize } of weeks) {
      const { weight: weights, lengthRange } = fetalSizes[weekNumber] ?? {};
      const { length, weight } = measuresOf(babySize);
      if (weights) {
        expect(weight, babySize).toBeGreaterThanOrEqual(weights[0]);
        expect(weight, babySize).toBeLessThanOrEqual(weights[2]);
      }
      if (lengthRange) {
        expect(length, babySize).toBeGreaterThanOrEqual(lengthRange[0]);
        expect(length, babySize).toBeLessThanOrEqual(lengthRange[1]);
      }
    }
  });

  test('rise from week to week, without a jump but for the one that week 14 explains', () => {
    const rows = Object.entries(fetalSizes).map(([week, { length, weight }]) => ({
      week: Number(week),
      length,
      weight,
    }));
    expect(rows.map(({ week }) => week)).toEqual(Array.from({ length: 36 }, (_, index) => index + 5));
    for (const [index, { week, length, weight }] of rows.entries()) {
      const before = rows[index - 1];
      if (!before) continue;
      expect(length, `week ${week}`).toBeGreaterThan(before.length);
      if (week !== 14) expect(length - before.length, `week ${week}`).toBeLessThanOrEqual(2.1);
      if (!weight || !before.weight) continue;
      for (const [centile, figure] of weight.entries()) {
        const share = figure / (before.weight[centile] ?? 0);
        expect(share, `week ${week}`).toBeGreaterThan(1.05);
        expect(share, `week ${week}`).toBeLessThan(1.3);
      }
    }
    expect(weeks.find(({ weekNumber }) => weekNumber === 14)?.developments[0]).toContain('one jump');
  });

  test('compare by weight from 14 weeks on, and say so', () => {
    for (const { weekNumber, babySize } of weeks) {
      expect(babySize.startsWith('About as heavy as '), babySize).toBe(weekNumber >= 14 && weekNumber <= 40);
    }
  });
});

describe('the warnings', () => {
  const signs = new Set<string>([...Object.values(dangers), ...Object.values(today)]);
  /** A sign after its instruction, or one that is a line of a list. */
  const signOf = (line: string) => new RegExp(`^(?:${goNow}|${sameDay}),? if (.*?)\\.`).exec(line)?.[1];
  /** Signs of one text only, for which no other text has a wording. */
  const own = new Set(['such pain is strong or stays']);

  test('word each sign as all other texts do', () => {
    const used = texts.flatMap(({ name, lines }) => {
      let isList = false;
      return lines.flatMap((line) => {
        const listed = isList && /^[–•] /.test(line) ? line.slice(2) : undefined;
        isList = line === `${goNow}, if:` || line === `${sameDay}, if:` || listed !== undefined;
        const sign = listed ?? signOf(line);
        return sign === undefined ? [] : [{ name, sign }];
      });
    });
    for (const { name, sign } of used) expect(signs.has(sign) || own.has(sign), `${name}: ${sign}`).toBe(true);
    expect(used.length).toBeGreaterThan(60);
  });

  test('say what to do first, and what to do when there is no way', () => {
    for (const { name, lines } of texts) {
      const start = lines.indexOf(`${goNow}, if:`);
      if (start !== -1) expect(lines.slice(start), name).toContain(callForHelp);
    }
  });

  test('have at most 20 words in a sentence', () => {
    const warning = /now, day or night|today|emergency|Help line|ambulance|\bdoctor\b/;
    const long = texts.flatMap(({ name, lines }) =>
      lines.flatMap((line, index) => {
        const isOfList = line.startsWith('– ') || lines[index - 1] === `${goNow}, if:`;
        return isOfList || warning.test(line)
          ? sentences(line)
              .filter((one) => words(one).length > 20)
              .map((one) => `${name}: ${one}`)
          : [];
      }),
    );
    expect(long).toEqual([]);
  });

  test('answer thoughts of suicide with people first, in the same words', () => {
    const replies = texts.filter(({ lines }) => lines.some((line) => /ending your life/.test(line)));
    expect(replies.map(({ name }) => name)).toContain('week 40');
    expect(replies).toHaveLength(4);
    for (const { lines } of replies) expect(lines.join('\n')).toContain(suicidalThoughts.join('\n'));
  });

  test('name the danger signs of a newborn at 40 weeks', () => {
    const list = ['Take your baby to hospital now, day or night, if it:', ...newbornDangers.map((sign) => `– ${sign}`)];
    expect(tipsOf(40).slice(-list.length)).toEqual(list);
  });

  test('give less movement one urgency', () => {
    const lessMovement = `${goNow}, if ${dangers.lessMovement}. ${advice.lessMovement}`;
    for (const week of [24, 28, 35, 40, 41, 42]) expect(tipsOf(week), `week ${week}`).toContain(lessMovement);
    expect(JSON.stringify(weeks)).not.toMatch(/same day|counting movements/);
  });
});

describe('the texts', () => {
  test('contain no number to call, only placeholders', () => {
    for (const { name, lines } of texts) {
      for (const line of lines) {
        expect(line, name).not.toMatch(/\b(?:112|767|911|999)\b|\b0[789]\d{2}/);
        if (line.includes('{helpline}')) expect(line, name).toBe('Help lines: {helpline}.');
      }
    }
  });

  test('tell her to go to hospital at 41 and 42 weeks', () => {
    expect(tipsOf(40)).toContain('Go to hospital at 41 weeks even if you feel well.');
    for (const week of [41, 42]) expect(tipsOf(week)[0]).toMatch(/^Go to hospital today, even if you feel well/);
  });

  test('say once how weeks are counted', () => {
    const said = weeks.filter(({ developments }) =>
      developments.some((line) => line.includes('counted in full weeks')),
    );
    expect(said.map(({ weekNumber }) => weekNumber)).toEqual([1]);
  });

  test('warn of painkillers at 5, 20 and 28 weeks', () => {
    for (const week of [5, 20, 28])
      expect(tipsOf(week).join('\n')).toContain('no ibuprofen, diclofenac or full-dose aspirin');
  });

  test('have one message on tablets: MMS until the birth, 400 micrograms, and 5 mg only from a doctor', () => {
    const all = texts.flatMap(({ lines }) => lines);
    for (const week of [5, 12]) expect(tipsOf(week).join('\n')).toContain('MMS');
    expect(all.join('\n')).not.toMatch(/until 12 weeks|high dose|higher dose/);
    for (const line of all.filter(
      (one) => one.includes('folic acid') && /\d+ mg/.test(one) && !one.includes('0.4 mg'),
    )) {
      expect(line).toMatch(/5 mg/);
    }
  });

  test('have two sources or more for what a baby looks like, and the source of its weight', () => {
    const describing =
      /^(NHS: Week-by-week guide|ACOG: (How your fetus grows|When pregnancy goes)|MedlinePlus: Fetal development|NHS: Periods and fertility)/;
    for (const { weekNumber, citations } of weeks) {
      expect(citations.filter((one) => describing.test(one)).length, `week ${weekNumber}`).toBeGreaterThanOrEqual(2);
      const hasWeight = fetalSizes[weekNumber]?.weight !== undefined;
      expect(
        citations.some((one) => one.startsWith('PLoS Medicine: ')),
        `week ${weekNumber}`,
      ).toBe(hasWeight);
    }
  });

  test('promise no period, and name the fertile days of each phase that has some', () => {
    expect(JSON.stringify(insights)).not.toContain('Your next period is on its way');
    for (const kind of [phases, insights, descriptions]) {
      for (const phase of ['follicular', 'ovulation']) {
        const one = kind.find((record) => record.phase === phase);
        expect(JSON.stringify(one), phase).toMatch(/fertile days|pregnancy is most likely/i);
      }
    }
  });
});
