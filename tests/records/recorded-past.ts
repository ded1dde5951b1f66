import { expect } from 'vitest';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import type { Random } from '#server/database/seeded-random.ts';
import { caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import { until } from '#tests/desk/server-process.ts';
import { newClinician } from '#tests/desk/staff.ts';
import type { TestDesk } from '#tests/desk/test-desk.ts';
import { at, listAll } from '#tests/records/lady-due.ts';

const mode = 'PCOS';
/** Milliseconds until a scheduled time of this history. */
const soon = 120;

/**
 * Makes random changes of all sorts to a mode, records after each of them the bytes that the app gets, and then compares
 * each record with what the desk says about that past moment. Returns how many of the records differ from the one before.
 */
export async function compareWithPast(desk: TestDesk, random: Random, count: number): Promise<number> {
  const { staff, database } = desk;
  await database.pool.query("TRUNCATE categories CASCADE; UPDATE publish_rules SET rule = 'direct'");
  const publicly = async () => (await send(desk.url, `/content/v1/lady-due/${mode}`)).text;
  const clock = async () => {
    const { rows } = await database.pool.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    return new Date(rows[0]?.now ?? '').getTime();
  };
  /** A time that is later than all changes so far, by the milliseconds that the log stores. */
  async function clearMoment() {
    const from = await clock();
    return until('the next millisecond', async () => {
      const now = await clock();
      return now > from + 2 ? now : undefined;
    });
  }
  const clinician = caller(desk.url, (await newClinician(desk, 'Dr Ngozi Eze')).bearer);
  let number = 0;
  const words = () => `Words ${(number += 1)}`;
  const later = async (milliseconds = soon) => {
    const time = new Date((await clock()) + milliseconds).toISOString();
    scheduled.push(Date.parse(time));
    return time;
  };
  /** All times at which the content changes without a call. */
  const scheduled: number[] = [];
  let last: string | undefined;
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Basics', trackingMode: mode });
  for (const title of ['First', 'Second', 'Third'])
    await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title });
  const addCard = async () => {
    const { sections } = await listAll(staff);
    const publishStatus = random.pick(['published', 'published', 'draft'] as const);
    return staff.post(`${at}/cards`, { sectionId: random.pick(sections).id, title: words(), publishStatus });
  };
  for (let index = 0; index < 4; index += 1) expectDone(await addCard());

  type Step = (card: Card) => Promise<Answer | undefined>;
  const put = (card: Card, fields: object) => staff.put(`${at}/cards/${card.id}`, fields);
  const steps: Step[] = [
    addCard,
    (card) => put(card, { title: words() }),
    (card) => put(card, { title: words(), citations: [words()] }),
    (card) => put(card, { isActive: !card.isActive }),
    (card) => put(card, { publishStatus: random.pick(['published', 'draft'] as const) }),
    async (card) => put(card, { publishStatus: 'scheduled', publishedAt: await later() }),
    async (card) => put(card, { shownUntil: random.chance(0.3) ? null : await later() }),
    async (card) => put(card, { sectionId: random.pick((await listAll(staff)).sections).id }),
    (card) => staff.post(`${at}/cards/${card.id}/publish`, {}),
    async (card) =>
      staff.post(`${at}/cards/${card.id}/publish`, { showFrom: await later(), words: { title: words() } }),
    (card) => staff.remove(`${at}/cards/${card.id}/next`),
    (card) => staff.post(`${at}/cards/${card.id}/back-to-shown`),
    ...Array.from({ length: 3 }, (): Step => (card) => {
      const records = [{ id: card.id, version: card.version }];
      return clinician.post(`${at}/approvals`, { kind: 'card', records, named: random.chance(0.5) });
    }),
    (card) => staff.remove(`${at}/approvals/${card.id}`),
    (card) => staff.post(`${at}/cards/${card.id}/duplicate`),
    (card) => staff.remove(`${at}/cards/${card.id}`),
    (card) => put(card, { displayOrder: 1 + Math.floor(random.next() * 3) }),
    async () => {
      const { sections } = await listAll(staff);
      return staff.put(`${at}/sections/${random.pick(sections).id}`, { title: words() });
    },
    async () => {
      const { sections } = await listAll(staff);
      const ids = sections.map(({ id }) => id);
      return staff.put(`${at}/order`, { parentId: category.id, ids: [...ids.slice(1), ...ids.slice(0, 1)] });
    },
    async () => {
      const { sections, cards } = await listAll(staff);
      const section = random.pick(sections);
      const ids = cards.filter(({ sectionId }) => sectionId === section.id).map(({ id }) => id);
      return staff.put(`${at}/order`, { parentId: section.id, ids: ids.toReversed() });
    },
    async () => {
      const file = expectDone(await staff.get(`${at}/export/${mode}`)) as { categories: unknown[] };
      return staff.post(`${at}/import`, { file, trackingMode: mode, strategy: 'replace' });
    },
    async () => {
      const { items } = await staff.bin('?kind=card');
      const [found] = items;
      return found && staff.post(`/admin/bin/card/${found.id}/restore`);
    },
    async () => (last === undefined ? undefined : staff.undo(last)),
    () => staff.put('/admin/lady-due/publish-rule', { rule: random.pick(['direct', 'reviewed'] as const) }),
    () => staff.put('/admin/lady-due/publish-rule', { rule: random.pick(['direct', 'reviewed'] as const) }),
    // Lets scheduled times pass.
    async () => {
      await until('the last scheduled time', async () => (await clock()) > Math.max(0, ...scheduled) + 2);
      return undefined;
    },
  ];

  const records: { moment: string; bytes: string }[] = [];
  let refused = 0;
  while (records.length < count) {
    const { cards } = await listAll(staff);
    const step = cards.length > 0 ? random.pick(steps) : addCard;
    const answer = await step(random.pick(cards.length > 0 ? cards : [{} as Card]));
    // A step that the desk refuses, such as an undo of what was undone, changes nothing.
    if (answer && answer.status >= 500) throw new Error(answer.text);
    if (answer && answer.status >= 400) refused += 1;
    else if (answer) last = operationOf(answer);
    const from = await clearMoment();
    const bytes = await publicly();
    const to = await clock();
    if (scheduled.some((time) => time >= from - 2 && time <= to + 2)) continue;
    records.push({ moment: new Date(from).toISOString(), bytes });
  }
  for (const { moment, bytes } of records) {
    const past = await staff.get(`${at}/preview/${mode}?at=${encodeURIComponent(moment)}`);
    expectDone(past);
    expect(JSON.parse(past.text), moment).toEqual(JSON.parse(bytes));
    expect(past.text, moment).toBe(bytes);
  }
  expect(refused).toBeLessThan(count);
  return records.filter(({ bytes }, index) => index > 0 && records[index - 1]?.bytes !== bytes).length;
}
