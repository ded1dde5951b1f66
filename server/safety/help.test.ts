import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import { checkedDays } from '#contract/checked.ts';
import { markRules } from '#contract/mark-places.ts';
import type { HelpLine, HelpLineCall, Playbook } from '#contract/safety.ts';
import type { Output } from '#contract/route.ts';
import { type Caller, caller, expectDone, operationOf } from '#tests/desk/caller.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await testApp();
  const admin = await addAdmin(app, undefined, 'Ada Obi', 'moderator');
  ada = caller(app.url, (await startSession(app, admin)).session.token);
});
afterAll(() => app.close());
beforeEach(() => run('TRUNCATE help_lines, help_line_calls, playbooks'));

const run = async <T>(text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows as T[];
const day = 24 * 60 * 60;
const lifetime = checkedDays * day;

const path = '/admin/moderation/help-lines';
const addLine = (more: Partial<HelpLine> = {}) =>
  ada.make<HelpLine>(path, { name: 'Listening line', purpose: 'self-harm', number: '0800 000 0000', ...more });
const call = async ({ id, number }: HelpLine, more: Partial<HelpLineCall> = {}) =>
  expectDone(await ada.post(`${path}/${id}/calls`, { number, result: 'answered', ...more })) as HelpLineCall;
const calls = async () =>
  (expectDone(await ada.get('/admin/moderation/help-line-calls')) as Output<typeof api.helpLineCalls.list>).calls;

type Help = Output<typeof api.help.read>;
const askHelp = (query = '', headers = {}) => send(app.url, `/content/v1/help${query}`, { headers });
const help = async (query = '') => expectDone(await askHelp(query)) as Help;
const offered = async () => (await help()).lines.map(({ name }) => name);
/** Makes all calls so many seconds older. */
const age = (seconds: number) => run('UPDATE help_line_calls SET at = at - make_interval(secs => $1)', [seconds]);
const isOffered = async () => [(await calls())[0]?.offeredUntil !== null, (await offered()).length === 1];

describe('a call of a help line', () => {
  test('is listed with its day, its caller and its result, and offers the line for 90 days', async () => {
    const line = await addLine();
    expect(await calls()).toEqual([]);
    const answer = await ada.post(`${path}/${line.id}/calls`, {
      number: line.number,
      result: 'answered',
      note: 'Kind',
    });
    expect(answer.status).toBe(201);
    const made = answer.json as HelpLineCall;
    expect(made).toMatchObject({ helpLineId: line.id, by: { name: 'Ada Obi' }, result: 'answered', note: 'Kind' });
    expect(Date.parse(made.offeredUntil ?? '') - Date.parse(made.at)).toBe(lifetime * 1000);
    expect(await calls()).toEqual([made]);
  });

  test('is in the log without its note, and cannot be undone there', async () => {
    const line = await addLine({ name: 'A line' });
    await call(line, { result: 'wrong', note: 'A shop answers' });
    const [operation] = (await ada.operations('?limit=1')).operations;
    expect(operation).toMatchObject({
      action: 'call',
      kind: 'help-line',
      label: 'A line',
      details: 'whose number is wrong',
      undoable: false,
    });
    expect(JSON.stringify(operation)).not.toContain('shop');
  });

  test('is the last one that counts', async () => {
    const line = await addLine();
    for (const result of ['no_answer', 'answered', 'wrong'] as const) {
      await age(60);
      await call(line, { result });
      expect((await calls()).map((one) => [one.result, one.offeredUntil !== null])).toEqual([
        [result, result === 'answered'],
      ]);
      expect((await offered()).length).toBe(result === 'answered' ? 1 : 0);
    }
  });

  test('is refused for a line that is not there, and for an unknown result', async () => {
    const { id, number } = await addLine();
    expectDone(await ada.remove(`${path}/${id}`));
    expect((await ada.post(`${path}/${id}/calls`, { number, result: 'answered' })).status).toBe(404);
    const line = await addLine();
    const answer = await ada.post(`${path}/${line.id}/calls`, { number, result: 'maybe' });
    expect([answer.status, problemOf(answer).errors?.map((one) => one.path)]).toEqual([422, ['result']]);
  });

  test('stays while its line is in the bin, and counts again after it is restored', async () => {
    const line = await addLine();
    await call(line);
    const removed = await ada.remove(`${path}/${line.id}`);
    expect([await calls(), await offered()]).toEqual([[], []]);
    expectDone(await ada.undo(operationOf(removed) ?? ''));
    expect(await isOffered()).toEqual([true, true]);
  });
});

describe('a line is offered', () => {
  test.each([
    ['a second before its 90 days are over', lifetime - 1, true],
    ['no more a second after them', lifetime + 1, false],
  ])('%s, by the clock of the database', async (_, seconds, expected) => {
    await call(await addLine());
    expect(await isOffered()).toEqual([true, true]);
    await age(seconds);
    expect(await isOffered()).toEqual([expected, expected]);
  });

  test('only while it is active, and with the number that was called', async () => {
    const line = await addLine();
    await call(line);
    expectDone(await ada.put(`${path}/${line.id}`, { number: '0800 111 1111' }));
    expect(await isOffered()).toEqual([false, false]);
    // A colleague who called the old number says nothing about the new one.
    await call(line);
    expect(await isOffered()).toEqual([false, false]);
    await call({ ...line, number: '0800 111 1111' });
    expect(await isOffered()).toEqual([true, true]);
    expectDone(await ada.put(`${path}/${line.id}`, { isActive: false }));
    expect(await isOffered()).toEqual([false, false]);
  });

  test('never to people in the app when it is for staff', async () => {
    await call(await addLine({ purpose: 'staff' }));
    expect(await isOffered()).toEqual([true, false]);
  });
});

describe('the help for the app', () => {
  test('has the lines in the order of staff, with nothing that only staff need', async () => {
    const first = await addLine({
      name: 'First',
      hours: 'Day and night',
      languages: 'Hausa',
      states: 'Kano',
      cost: 'Free',
    });
    const second = await addLine({ name: 'Second', purpose: 'any' });
    await addLine({ name: 'Never called' });
    for (const line of [first, second]) await call(line, { note: 'For colleagues' });
    expectDone(await ada.post(`${path}/order`, { ids: (await listOf()).toReversed().map(({ id }) => id) }));
    const { until, calledOn, ...line } = (await help()).lines.find(({ name }) => name === 'First') ?? {
      until: '',
      calledOn: '',
    };
    expect(await offered()).toEqual(['Second', 'First']);
    expect(line).toEqual({
      name: 'First',
      purpose: 'self-harm',
      number: '0800 000 0000',
      hours: 'Day and night',
      languages: 'Hausa',
      states: 'Kano',
      cost: 'Free',
    });
    expect(Date.parse(until) - Date.parse(calledOn)).toBe(lifetime * 1000);
  });

  const listOf = async () => (expectDone(await ada.get(path)) as { helpLines: HelpLine[] }).helpLines;

  test('has the emergency number and the rules of the marks with their number', async () => {
    expect(await help()).toMatchObject({
      emergency: '112',
      rules: { version: markRules, address: expect.stringMatching(`/assets/awa-marks.${markRules}.js$`) as string },
    });
  });

  test('is right at once after each change, and not sent again before', async () => {
    const line = await addLine();
    const before = await askHelp();
    const again = () => askHelp('', { 'if-none-match': before.headers.etag ?? '' });
    expect((await again()).status).toBe(304);
    await call(line);
    expect((await again()).status).toBe(200);
    await run('DELETE FROM help_line_calls');
    expect((await again()).status).toBe(304);
  });

  test('is kept by caches at most until a line is due, and is then without it', async () => {
    const life = async () => Number(/max-age=(\d+)/.exec((await askHelp()).headers['cache-control'] ?? '')?.[1]);
    await call(await addLine());
    expect(await life()).toBe(30);
    await age(lifetime - 3);
    expect(await offered()).toEqual(['Listening line']);
    expect(await life()).toBeLessThan(3);
    await expect.poll(offered).toEqual([]);
    expect(await life()).toBe(30);
  });

  test('tells the app of a change of a line, a call or a playbook at its address', async () => {
    const told = async () =>
      (await run<{ subject: string }>("SELECT subject FROM app_changes WHERE subject LIKE '%help' ORDER BY id")).length;
    await run('DELETE FROM app_changes');
    const line = await addLine();
    expect(await told()).toBe(1);
    await call(line);
    expect(await told()).toBe(2);
    await addPlaybook();
    expect(await told()).toBe(3);
  });
});

const addPlaybook = (more: Partial<Playbook> = {}) =>
  ada.make<Playbook>('/admin/moderation/playbooks', {
    title: 'Listen',
    mark: 'self-harm',
    english: 'You are not alone. Call {emergency}.',
    ...more,
  });

describe('the first words for the app', () => {
  test('are those of the first active playbook of each mark, with the emergency number', async () => {
    await addPlaybook({ title: 'Old', english: 'Old words', isActive: false });
    await addPlaybook();
    await addPlaybook({ title: 'Later', english: 'Later words' });
    await addPlaybook({ mark: 'emergency', english: 'Go to a hospital.' });
    expect((await help()).words).toEqual([
      { mark: 'self-harm', text: 'You are not alone. Call 112.', language: 'english' },
      { mark: 'emergency', text: 'Go to a hospital.', language: 'english' },
    ]);
  });

  test('are in English where a message is not in the language asked for', async () => {
    await addPlaybook({ yoruba: 'Ìwọ nìkan kọ́.' });
    await addPlaybook({ mark: 'violence', english: 'It is not your fault.' });
    expect((await help('?language=yoruba')).words).toEqual([
      { mark: 'self-harm', text: 'Ìwọ nìkan kọ́.', language: 'yoruba' },
      { mark: 'violence', text: 'It is not your fault.', language: 'english' },
    ]);
    expect((await askHelp('?language=french')).status).toBe(422);
  });

  test('never have a blank that staff fill in', async () => {
    await addPlaybook({ english: 'Dear [name], we read your words.' });
    await addPlaybook({ mark: 'violence', english: 'It is not your fault.', igbo: 'Ọ bụghị [aha].' });
    expect((await help('?language=igbo')).words).toEqual([
      { mark: 'violence', text: 'It is not your fault.', language: 'english' },
    ]);
  });
});
