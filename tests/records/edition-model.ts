import { expect } from 'vitest';
import type { PublishRule } from '#contract/editions.ts';
import type { Card, Category, Section, ShownMode } from '#contract/lady-due.ts';
import type { Random } from '#server/database/seeded-random.ts';
import { expectDone, operationOf } from '#tests/desk/caller.ts';
import { type Answer, send } from '#tests/desk/send.ts';
import type { TestDesk } from '#tests/desk/test-desk.ts';
import { at } from '#tests/records/lady-due.ts';

/** A card as the model knows it. The words are the title; times are in hours. */
type Model = {
  id: string;
  title: string;
  active: boolean;
  draft: boolean;
  shown: string | null;
  next: { title: string; at: number } | null;
};

const mode = 'PCOS';
const steps = [
  'save',
  'save',
  'save',
  'save with scheduled words',
  'publish',
  'publish',
  'schedule',
  'schedule words',
  'cancel',
  'go back',
  'switch on or off',
  'draft',
  'status',
  'delete',
  'move',
  'duplicate',
  'import',
  'add',
  'undo',
  'rule',
  'time',
  'time',
  'time',
] as const;

/**
 * Runs a random sequence of changes on the desk and on a model of a few lines, and compares after each of them what the
 * app shows. Returns the number of comparisons.
 */
export async function compareWithModel(desk: TestDesk, random: Random, count: number): Promise<number> {
  const { staff, database } = desk;
  await database.pool.query("TRUNCATE categories CASCADE; UPDATE publish_rules SET rule = 'direct'");
  const category = await staff.make<Category>(`${at}/categories`, { name: 'Basics', trackingMode: mode });
  const sections: Section[] = [];
  for (const title of ['First', 'Second'])
    sections.push(await staff.make<Section>(`${at}/sections`, { categoryId: category.id, title }));

  let rule: PublishRule = 'direct';
  let now = 0;
  let number = 0;
  let cards: Model[] = [];
  /** The cards before the last change, and its operation; undefined once time has passed. */
  let last: { before: Model[]; operation: string } | undefined;

  const isPending = ({ next }: Model) => next !== null && next.at > now;
  const inApp = (card: Model) => (card.next && !isPending(card) ? card.next.title : (card.shown ?? card.title));
  const unpin = (card: Model) => Object.assign(card, { shown: null, next: null });
  /** In `direct`, words that the app shows as they are saved need no edition; in `reviewed`, all but drafts have one. */
  function follow(card: Model) {
    if (card.draft) unpin(card);
    else if (rule === 'direct' && !isPending(card) && inApp(card) === card.title) unpin(card);
    else if (rule === 'reviewed' && card.shown === null) card.shown = card.title;
  }
  function write(card: Model, title: string) {
    if (title === card.title) return;
    if (rule === 'direct' && !isPending(card) && inApp(card) === card.title) unpin(card);
    card.title = title;
    follow(card);
  }
  const newTitle = () => `Words ${(number += 1)}`;

  async function add() {
    const draft = random.chance(0.3);
    const title = newTitle();
    const sectionId = random.pick(sections).id;
    const fields = { sectionId, title, publishStatus: draft ? 'draft' : 'published' };
    const answer = await staff.post(`${at}/cards`, fields);
    const { id } = expectDone(answer) as Card;
    const card: Model = { id, title, active: true, draft, shown: null, next: null };
    follow(card);
    cards.push(card);
    return answer;
  }

  async function importTitle(card: Model, title: string) {
    const file = expectDone(await staff.get(`${at}/export/${mode}`)) as { categories: { sections: Section[] }[] };
    const all = file.categories.flatMap((one) => one.sections as unknown as { cards: Card[] }[]);
    for (const one of all.flatMap((section) => section.cards)) if (one.id === card.id) one.title = title;
    return staff.post(`${at}/import`, { file, trackingMode: mode, strategy: 'replace' });
  }

  /** Makes one change on the desk and on the model. Returns the answer of the desk, if it may be undone. */
  async function change(step: (typeof steps)[number]): Promise<Answer | undefined> {
    const card = random.pick(cards);
    const path = `${at}/cards/${card.id}`;
    const put = async (fields: object) => {
      const answer = await staff.put(path, fields);
      expectDone(answer);
      return answer;
    };
    const isAsShown = (title: string) => title === inApp(card);
    /** The answer of a call that the desk refuses exactly when the model does. */
    const expected = async (isDone: boolean, answer: Promise<Answer>) => {
      const { status } = await answer;
      expect([step, status < 300]).toEqual([step, isDone]);
      return isDone ? answer : undefined;
    };
    switch (step) {
      case 'save': {
        const title = random.chance(0.3) ? inApp(card) : newTitle();
        write(card, title);
        return put({ title });
      }
      case 'save with scheduled words': {
        const title = newTitle();
        if (card.next && isPending(card)) card.next.title = title;
        write(card, title);
        return put({ title, alsoNext: true });
      }
      case 'publish': {
        const isDone = !card.draft && (!isAsShown(card.title) || isPending(card));
        const answer = await expected(isDone, staff.post(`${path}/publish`, {}));
        if (isDone) {
          unpin(card);
          follow(card);
        }
        return answer;
      }
      case 'schedule':
      case 'schedule words': {
        const title = step === 'schedule' ? card.title : newTitle();
        const hours = 1 + Math.floor(random.next() * 20);
        const showFrom = new Date(Date.now() + hours * 3_600_000).toISOString();
        const isDone = !card.draft && !isAsShown(title);
        const words = step === 'schedule' ? undefined : { title };
        const answer = await expected(isDone, staff.post(`${path}/publish`, { showFrom, words }));
        if (isDone) Object.assign(card, { shown: inApp(card), title, next: { title, at: now + hours } });
        return answer;
      }
      case 'cancel': {
        const isDone = isPending(card);
        const answer = await expected(isDone, staff.remove(`${path}/next`));
        if (isDone) {
          card.next = null;
          follow(card);
        }
        return answer;
      }
      case 'go back': {
        const isDone = !isAsShown(card.title);
        const answer = await expected(isDone, staff.post(`${path}/back-to-shown`));
        if (isDone) {
          card.title = inApp(card);
          follow(card);
        }
        return answer;
      }
      case 'switch on or off':
        card.active = !card.active;
        return put({ isActive: card.active });
      case 'draft':
        if (card.draft) return undefined;
        card.draft = true;
        follow(card);
        return put({ publishStatus: 'draft' });
      case 'status':
        if (!card.draft) return undefined;
        card.draft = false;
        follow(card);
        return put({ publishStatus: 'published' });
      case 'delete':
        expectDone(await staff.remove(path));
        expectDone(await staff.post(`/admin/bin/card/${card.id}/restore`));
        follow(card);
        return undefined;
      case 'move':
        await put({ sectionId: random.pick(sections).id });
        return undefined;
      case 'duplicate': {
        const { id, title } = expectDone(await staff.post(`${path}/duplicate`)) as Card;
        cards.push({ id, title, active: card.active, draft: true, shown: null, next: null });
        return undefined;
      }
      case 'import': {
        const title = newTitle();
        expectDone(await importTitle(card, title));
        write(card, title);
        return undefined;
      }
      case 'add':
        return add();
      case 'undo':
        if (!last) return undefined;
        expectDone(await staff.undo(last.operation));
        cards = last.before;
        cards.forEach(follow);
        return undefined;
      case 'rule': {
        const other = rule === 'direct' ? 'reviewed' : 'direct';
        const waits = cards.some((one) => one.shown !== null && one.title !== (one.next?.title ?? one.shown));
        const isDone = other === 'reviewed' || !waits;
        await expected(isDone, staff.put('/admin/lady-due/publish-rule', { rule: other }));
        if (isDone) {
          rule = other;
          cards.forEach(follow);
        }
        return undefined;
      }
      case 'time': {
        const hours = 1 + Math.floor(random.next() * 8);
        now += hours;
        await database.pool.query('UPDATE cards SET next_from = next_from - make_interval(hours => $1)', [hours]);
        return undefined;
      }
      default:
        throw new Error(`The model does not know ${String(step)}`);
    }
  }

  for (let index = 0; index < 3; index += 1) await add();
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const step = random.pick(steps);
    const before = structuredClone(cards);
    const answer = await change(step);
    const operation = answer && operationOf(answer);
    last = operation === undefined ? undefined : { before, operation };
    made.push(step);
    const { categories } = (await send(desk.url, `/content/v1/lady-due/${mode}`)).json as ShownMode;
    const shown = categories.flatMap((one) => one.sections.flatMap((section) => section.cards));
    const wanted = cards.filter(({ active, draft }) => active && !draft);
    expect(shown.map(({ id, title }) => `${id} ${title}`).toSorted(), made.join(', ')).toEqual(
      wanted.map((card) => `${card.id} ${inApp(card)}`).toSorted(),
    );
  }
  return count;
}
