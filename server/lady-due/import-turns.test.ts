import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxImportBytes } from '#contract/lady-due.ts';
import { maxTags } from '#contract/rich-text.ts';
import { at } from '#tests/records/lady-due.ts';
import { type TestDesk, testDesk } from '#tests/desk/test-desk.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';

let app: TestDesk;
let bearer: string;
beforeAll(async () => {
  app = await testDesk();
  bearer = await newBearer(app);
});
afterAll(() => app.close());

const mode = 'PCOS';
const fileOf = (cards: object[]) => ({
  file: { version: '1.0', trackingMode: mode, categories: [{ name: 'A', sections: [{ title: 'S', cards }] }] },
  trackingMode: mode,
  dryRun: true,
});
const importOf = (body: unknown) =>
  send(app.url, `${at}/import`, {
    method: 'POST',
    bearer,
    body,
    headers: { 'content-type': 'application/json' },
  });

/** Starts an import whose body never ends. */
async function unfinished() {
  const { hostname, port } = new URL(app.url);
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const request = http.request({ hostname, port, path: `${at}/import`, method: 'POST', agent: false, headers });
  request.on('error', () => undefined);
  request.write('{"trackingMode":');
  await once(request, 'socket');
  return request;
}

test('imports are handled one at a time: others wait, and are refused with a sentence when too many do', async () => {
  const first = await unfinished();
  const done: number[] = [];
  // One of all these imports has the turn, 20 wait, and the rest are refused at once.
  const answers = Array.from({ length: 23 }, () =>
    importOf(fileOf([{ title: 'A card' }])).then((answer) => {
      done.push(answer.status);
      return answer;
    }),
  );
  await expect.poll(() => done.filter((status) => status === 503).length).toBeGreaterThanOrEqual(2);
  expect((await send(app.url, '/healthz')).status).toBe(200);
  first.destroy();
  const ended = await Promise.all(answers);
  const refused = ended.filter(({ status }) => status === 503);
  expect(
    ended
      .map(({ status }) => status)
      .toSorted()
      .at(0),
  ).toBe(200);
  expect(refused.map((answer) => problemOf(answer).detail)).toEqual(
    refused.map(() => 'Another import is in progress. Try again when it has ended.'),
  );
  expect(refused[0]?.headers['retry-after']).toBe('5');
  expect((await importOf(fileOf([{ title: 'A card' }]))).status).toBe(200);
});

test('a rich text that is too long or has too many tags is refused before it is sanitised', async () => {
  const open = 150_000;
  // Sanitising this would take minutes: each of these tags is still open when the next one is read.
  for (const richContent of [
    `${'<b>'.repeat(open)}${'</i>'.repeat(open)}`,
    `${'<b>'.repeat(maxTags / 2)}${'</i>'.repeat(maxTags / 2 + 1)}`,
  ]) {
    const answer = await importOf(fileOf([{ title: 'A card', richContent }]));
    expect([answer.status, problemOf(answer).errors?.map(({ path }) => path)]).toEqual([
      422,
      ['categories.0.sections.0.cards.0.richContent'],
    ]);
    expect(problemOf(answer).errors?.[0]?.message).toMatch(/^(This text|Text) can have at most /);
  }
});

test.each([
  ['lists', '[]'],
  ['objects', '{}'],
  ['lists in lists', '[[]]'],
  ['numbers', '1'],
])('a body of %s is refused before it is parsed', async (_, item) => {
  const list = `${`${item},`.repeat(Math.floor((maxImportBytes - 100) / (item.length + 1)))}${item}`;
  const answer = await importOf(`{"trackingMode":"PCOS","file":[${list}]}`);
  expect([answer.status, problemOf(answer).errors]).toEqual([
    422,
    [{ path: '', message: 'The body has too many fields.' }],
  ]);
});

test('commas and brackets within texts are not counted', async () => {
  const title = '"[,{:\\'.repeat(30);
  const description = ',[:"'.repeat(450);
  const cards = Array.from({ length: 300 }, (_, index) => ({ title: `${title}${index}`, description }));
  const answer = await importOf(fileOf(cards));
  expect([answer.status, (answer.json as { create?: { cards: { count: number } } }).create?.cards.count]).toEqual([
    200, 300,
  ]);
});

test('a list with very many items is refused quickly, however many are alike', async () => {
  const citations = Array.from({ length: 29_000 }, (_, index) => `Source ${index}`);
  const answer = await importOf(fileOf([{ title: 'A card', citations }]));
  expect([answer.status, problemOf(answer).errors?.map(({ message }) => message)]).toEqual([
    422,
    ['There can be at most 50 citations'],
  ]);
});
