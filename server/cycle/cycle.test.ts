import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import {
  type Activity,
  type Insight,
  type Phase,
  type PhaseDescription,
  type PregnancyWeek,
  phaseNames,
} from '#contract/cycle.ts';
import type { Output } from '#contract/route.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { plainPicture, upload } from '#tests/records/pictures.ts';
import { problemOf, send } from '#tests/desk/send.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { type Caller, caller, expectDone, operationOf } from '#tests/desk/caller.ts';

let app: TestApp;
let bearer: string;
let staff: Caller;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'awa-cycle-'));
  app = await testApp({ settings: { dataDir, publicUrl: 'https://desk.example.org' } });
  bearer = await newBearer(app);
  staff = caller(app.url, bearer);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() =>
  app.database.pool.query('TRUNCATE phases, activities, insights, phase_descriptions, pregnancy_weeks CASCADE'),
);

const path = '/admin/cycle';
const paths = {
  phases: `${path}/phases`,
  activities: `${path}/phases/luteal/activities`,
  insights: `${path}/phases/luteal/insights`,
  descriptions: `${path}/phase-descriptions`,
  weeks: `${path}/pregnancy/weeks`,
};
/** The address of an activity. */
const changed = ({ id }: Activity) => `${path}/activities/${id}`;

const addPhase = (fields: object = {}) =>
  staff.make<Phase>(paths.phases, { phase: 'luteal', title: 'Slowing down', ...fields });
const addActivity = (fields: object = {}, phase = 'luteal') =>
  staff.make<Activity>(`${path}/phases/${phase}/activities`, { name: 'Sleep early', ...fields });
const addInsight = (fields: object = {}, phase = 'luteal') =>
  staff.make<Insight>(`${path}/phases/${phase}/insights`, { personalizedMessage: 'Rest', ...fields });
const addDescription = (fields: object = {}) =>
  staff.make<PhaseDescription>(paths.descriptions, { phase: 'luteal', title: 'Luteal phase', ...fields });
const addWeek = (fields: object = {}) => staff.make<PregnancyWeek>(paths.weeks, { weekNumber: 12, ...fields });

const read = async (at: string) => expectDone(await staff.get(at)) as Record<string, unknown[]>;
const analytics = () => read(`${path}/analytics`);
type Published = Output<typeof api.cycle.published>;
const published = async () => (await send(app.url, '/content/v1/cycle')).json as Published;

/** The error in a response: its status, and a sentence for each field. */
async function wrongIn(answering: ReturnType<Caller['post']>) {
  const answer = await answering;
  expect(operationOf(answer)).toBeUndefined();
  return [answer.status, ...(problemOf(answer).errors ?? []).map(({ path: field, message }) => `${field}: ${message}`)];
}

test('an empty area answers zeros, and settings with the colours of the app', async () => {
  expect(await analytics()).toEqual({ totalPhases: 0, totalActivities: 0, totalInsights: 0, pregnancyWeeks: 0 });
  expect(await read(`${path}/settings`)).toEqual({
    defaultCycleLength: 28,
    defaultPeriodLength: 5,
    phaseColors: { menstrual: '#FFB3CC', follicular: '#FFB3CC', ovulation: '#FFB3CC', luteal: '#FFB3CC' },
    pregnancyColors: { First: '#7DD3C0', Second: expect.any(String), Third: expect.any(String) },
  });
  expect(await published()).toMatchObject({ phases: [], weeks: [] });
});

test('analytics count every record, active or not, at once after a change', async () => {
  const { id } = await addPhase();
  await addActivity({ isActive: false });
  await addActivity();
  await addInsight();
  await addWeek();
  expect(await analytics()).toEqual({ totalPhases: 1, totalActivities: 2, totalInsights: 1, pregnancyWeeks: 1 });
  await app.database.pool.query('DELETE FROM phases WHERE id = $1', [id]);
  expect(await analytics()).toMatchObject({ totalPhases: 0 });
});

test('phases are never deleted', async () => {
  const { id } = await addPhase();
  expect((await staff.remove(`${paths.phases}/${id}`)).status).toBe(404);
  expect((await read(paths.phases)).phases).toHaveLength(1);
});

test('the label of a record is its title, its name, its message, or its week', async () => {
  await addPhase();
  await addActivity();
  await addInsight();
  await addInsight({ personalizedMessage: '' }, 'menstrual');
  await addDescription();
  await addWeek();
  const { operations } = await staff.operations('?area=cycle&limit=6');
  expect(operations.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'pregnancy-week: Week 12',
    'phase-description: Luteal phase',
    'insight: Menstrual insight',
    'insight: Rest',
    'activity: Sleep early',
    'phase: Slowing down',
  ]);
});

test('phases are listed in their order, and give the settings their colours', async () => {
  await addPhase({ color: '#7C6BD6' });
  await addPhase({ phase: 'menstrual', color: '#E5486D', displayOrder: 1 });
  await addPhase({ phase: 'follicular', color: '', displayOrder: 2 });
  const { phases } = (await read(paths.phases)) as { phases: Phase[] };
  expect(phases.map(({ phase, displayOrder }) => [phase, displayOrder])).toEqual([
    ['menstrual', 1],
    ['follicular', 2],
    ['luteal', 0],
  ]);
  expect(await read(`${path}/settings`)).toMatchObject({
    phaseColors: { menstrual: '#E5486D', follicular: '#FFB3CC', ovulation: '#FFB3CC', luteal: '#7C6BD6' },
  });
});

describe('the content of a phase', () => {
  test.each(['spotting', 'Luteal', 'constructor', '%20', '1'])('the phase %s does not exist: 404', async (word) => {
    for (const what of ['activities', 'insights']) {
      const at = `${path}/phases/${word}/${what}`;
      expect([(await staff.get(at)).status, (await staff.post(at, { name: 'x' })).status]).toEqual([404, 404]);
    }
  });

  test('takes its phase from the address alone, and goes to the end of another by a change', async () => {
    expect(await wrongIn(staff.post(paths.activities, { name: 'x', phase: 'luteal' }))).toEqual([
      422,
      'phase: There is no such field: phase',
    ]);
    await addActivity({ name: 'First there' }, 'menstrual');
    const [first, second] = [await addActivity(), await addActivity({ name: 'Stretch' })];
    expect([first.displayOrder, second.displayOrder]).toEqual([0, 0]);
    expect(expectDone(await staff.put(changed(first), { phase: 'menstrual' }))).toMatchObject({
      phase: 'menstrual',
      displayOrder: 2,
    });
    const moved = (await read(`${path}/phases/menstrual/activities`)) as { activities: Activity[] };
    expect(moved.activities.map(({ name }) => name)).toEqual(['First there', 'Sleep early']);
    expect((await read(paths.activities)).activities).toMatchObject([{ name: 'Stretch' }]);
    await addInsight();
    expect(await read(`${path}/phases/menstrual/insights`)).toEqual({ insights: [] });
  });
});

describe('the app reads', () => {
  test('the active phases in order, with their active content, and the active weeks', async () => {
    await addPhase();
    await addPhase({ phase: 'menstrual', title: 'Your period', displayOrder: 1 });
    await addPhase({ phase: 'ovulation', title: 'Hidden', isActive: false });
    for (const phase of Object.keys(phaseNames)) await addActivity({ name: `For ${phase}` }, phase);
    await addActivity({ name: 'Off', isActive: false });
    await addInsight();
    await addInsight({ isActive: false, personalizedMessage: 'Off' });
    await addDescription();
    await addDescription({ isActive: false, title: 'Off' });
    await addWeek({ weekNumber: 20 });
    await addWeek({ weekNumber: 2 });
    await addWeek({ weekNumber: 30, isActive: false });
    const { phases, weeks, settings } = await published();
    expect(settings).toEqual(await read(`${path}/settings`));
    expect(weeks.map(({ weekNumber }) => weekNumber)).toEqual([2, 20]);
    const shown = phases.map(({ phase, activities, insights, descriptions }) => [
      phase,
      activities.map(({ name }) => name),
      insights.map(({ personalizedMessage }) => personalizedMessage),
      descriptions.map(({ title }) => title),
    ]);
    expect(shown).toEqual([
      ['menstrual', ['For menstrual'], [], []],
      ['luteal', ['For luteal'], ['Rest'], ['Luteal phase']],
    ]);
  });

  test('pictures in the text of an activity by a whole address', async () => {
    const { json } = await upload(app, bearer, await plainPicture('png'));
    const { imageUrl } = json as { imageUrl: string };
    await addPhase();
    await addActivity({ richContent: `<p>See</p><img src="${imageUrl}" alt="A bed">` });
    expect((await published()).phases[0]?.activities[0]?.richContent).toBe(
      `<p>See</p><img src="https://desk.example.org${imageUrl}" alt="A bed">`,
    );
  });

  test('no data of staff', async () => {
    await addPhase();
    await addActivity();
    await addInsight();
    await addDescription();
    await addWeek();
    const { text } = await send(app.url, '/content/v1/cycle');
    for (const word of ['version', 'createdBy', 'createdAt', 'isActive', 'displayOrder']) {
      expect(text).not.toContain(`"${word}"`);
    }
  });

  test('nothing twice: the answer has an ETag, which each change of any kind renews', async () => {
    const tag = async () => (await send(app.url, '/content/v1/cycle')).headers.etag ?? '';
    const first = await tag();
    const same = await send(app.url, '/content/v1/cycle', { headers: { 'if-none-match': first } });
    expect([same.status, same.text]).toEqual([304, '']);
    expect((await send(app.url, '/content/v1/cycle')).headers['cache-control']).toBe(
      'public, max-age=30, stale-while-revalidate=30, stale-if-error=3600',
    );
    await addPhase();
    const tags = [first, await tag()];
    for (const add of [addActivity, addInsight, addDescription, addWeek]) {
      await add();
      tags.push(await tag());
    }
    expect(new Set(tags).size).toBe(6);
  });
});
