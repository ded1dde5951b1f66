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
import { type TestApp, testApp } from '#server/testing/app.ts';
import { plainPicture, upload } from '#server/testing/pictures.ts';
import { problemOf, send } from '#server/testing/send.ts';
import { newBearer } from '#server/testing/staff.ts';
import { type Caller, caller, doneBy, expectDone, operationOf } from '#server/testing/caller.ts';

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
/** Where one thing is changed and deleted. */
const single = { ...paths, activities: `${path}/activities`, insights: `${path}/insights` };

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

/** What is wrong in an answer: its status, and a sentence for each field. */
async function wrongIn(answering: ReturnType<Caller['post']>) {
  const answer = await answering;
  expect(operationOf(answer)).toBeUndefined();
  return [answer.status, ...(problemOf(answer).errors ?? []).map(({ path: field, message }) => `${field}: ${message}`)];
}

const kept = {
  id: expect.stringMatching(/^[\da-f-]{36}$/),
  version: 1,
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
  createdBy: { id: expect.any(String), name: expect.any(String) },
};

test('an empty area answers empty lists, zeros, and settings with the colours of the app', async () => {
  for (const [name, at] of Object.entries(paths)) expect(await read(at)).toEqual({ [name]: [] });
  expect(await analytics()).toEqual({ totalPhases: 0, totalActivities: 0, totalInsights: 0, pregnancyWeeks: 0 });
  expect(await read(`${path}/settings`)).toEqual({
    defaultCycleLength: 28,
    defaultPeriodLength: 5,
    phaseColors: { menstrual: '#FFB3CC', follicular: '#FFB3CC', ovulation: '#FFB3CC', luteal: '#FFB3CC' },
    pregnancyColors: { First: '#7DD3C0', Second: expect.any(String), Third: expect.any(String) },
  });
  expect(await published()).toMatchObject({ phases: [], weeks: [] });
});

describe('a new thing has all its fields, with the values of an empty form where nothing was sent:', () => {
  test('a phase', async () => {
    const made = await addPhase();
    expect(made).toEqual({
      ...kept,
      phase: 'luteal',
      title: 'Slowing down',
      description: '',
      shortDescription: '',
      longDescription: '',
      color: '#FFB3CC',
      displayOrder: 0,
      isActive: true,
      citations: [],
    });
    expect(await read(paths.phases)).toEqual({ phases: [made] });
  });

  test('an activity, whose phase is that of the address', async () => {
    const made = await addActivity();
    expect(made).toEqual({
      ...kept,
      phase: 'luteal',
      name: 'Sleep early',
      icon: 'activity',
      iconType: 'icon',
      description: '',
      backgroundColor: '#F0F9FF',
      content: '',
      richContent: '',
      displayOrder: 0,
      isActive: true,
    });
    expect(await read(paths.activities)).toEqual({ activities: [made] });
    expect(await read(`${path}/phases/menstrual/activities`)).toEqual({ activities: [] });
  });

  test('an insight', async () => {
    const made = await addInsight({ expectedMoods: [' Calm '], recommendations: ['Walk', 'Sleep'] });
    expect(made).toEqual({
      ...kept,
      phase: 'luteal',
      expectedMoods: ['Calm'],
      expectedSymptoms: [],
      recommendations: ['Walk', 'Sleep'],
      personalizedMessage: 'Rest',
      citations: [],
      isActive: true,
    });
    expect(await read(paths.insights)).toEqual({ insights: [made] });
    expect(await read(`${path}/phases/menstrual/insights`)).toEqual({ insights: [] });
  });

  test('a phase description', async () => {
    const made = await addDescription();
    expect(made).toEqual({
      ...kept,
      phase: 'luteal',
      title: 'Luteal phase',
      description: '',
      displayOrder: 0,
      isActive: true,
    });
    expect(await read(paths.descriptions)).toEqual({ descriptions: [made] });
  });

  test('a pregnancy week', async () => {
    const made = await addWeek();
    expect(made).toEqual({
      ...kept,
      weekNumber: 12,
      trimester: 'First',
      babySize: '',
      developments: [],
      tips: [],
      currentWeekColor: '#7DD3C0',
      citations: [],
      isActive: true,
    });
    expect(await read(paths.weeks)).toEqual({ weeks: [made] });
  });
});

test('analytics count every thing, active or not, at once after a change', async () => {
  const { id } = await addPhase();
  await addActivity({ isActive: false });
  await addActivity();
  await addInsight();
  await addWeek();
  expect(await analytics()).toEqual({ totalPhases: 1, totalActivities: 2, totalInsights: 1, pregnancyWeeks: 1 });
  await app.database.pool.query('DELETE FROM phases WHERE id = $1', [id]);
  expect(await analytics()).toMatchObject({ totalPhases: 0 });
});

describe('each kind', () => {
  const add = {
    phases: addPhase,
    activities: addActivity,
    insights: addInsight,
    descriptions: addDescription,
    weeks: addWeek,
  };
  const changes = {
    phases: { title: 'Slower' },
    activities: { name: 'Sleep' },
    insights: { recommendations: ['Rest more'] },
    descriptions: { description: 'The last days.' },
    weeks: { tips: ['Drink water.'] },
  };
  const all = Object.keys(add) as (keyof typeof add)[];

  test.each(all)('%s: is changed, merged, switched off and undone', async (name) => {
    const made = await add[name]();
    const at = `${single[name]}/${made.id}`;
    const update = doneBy(staff.put(at, changes[name], { ifMatch: 1 }));
    await update;
    const merged = expectDone(await staff.put(at, { isActive: false }, { ifMatch: 1 }));
    expect(merged).toEqual({ ...made, ...changes[name], isActive: false, version: 3, updatedAt: expect.any(String) });
    // What was read can be sent back whole.
    expect(expectDone(await staff.put(at, merged, { ifMatch: 3 }))).toEqual(merged);
    await staff.undo(await update);
    expect(await read(paths[name])).toEqual({
      [name]: [{ ...made, isActive: false, version: 4, updatedAt: expect.any(String) }],
    });
  });

  test.each(all.filter((name) => name !== 'phases'))('%s: is deleted, and comes back from the bin', async (name) => {
    const made = await add[name]();
    const at = `${single[name]}/${made.id}`;
    expect((await staff.remove(at, { ifMatch: 1 })).status).toBe(204);
    expect([await read(paths[name]), (await staff.remove(at)).status]).toEqual([{ [name]: [] }, 404]);
    const [deleted] = (await staff.bin()).items;
    expectDone(await staff.post(`/admin/bin/${deleted?.kind}/${made.id}/restore`));
    expect(await read(paths[name])).toEqual({
      [name]: [{ ...made, version: 3, updatedAt: expect.any(String) }],
    });
  });

  test('phases are never deleted', async () => {
    const { id } = await addPhase();
    expect((await staff.remove(`${paths.phases}/${id}`)).status).toBe(404);
    expect((await read(paths.phases)).phases).toHaveLength(1);
  });

  test('is called in the log by its title, its name, its message, or its week', async () => {
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
});

describe('phases', () => {
  test('exist once: a second one is 409 at its field, also by a change and for two at once', async () => {
    const luteal = await addPhase();
    const other = await addPhase({ phase: 'ovulation' });
    const taken = [409, 'phase: This is taken by another phase'];
    expect(await wrongIn(staff.post(paths.phases, { phase: 'luteal', title: 'Again' }))).toEqual(taken);
    expect(await wrongIn(staff.put(`${paths.phases}/${other.id}`, { phase: 'luteal' }))).toEqual(taken);
    const both = await Promise.all(
      ['One', 'Two'].map((title) => staff.post(paths.phases, { phase: 'menstrual', title })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await read(paths.phases)).phases).toHaveLength(3);
    expect((await read(paths.phases)).phases).toContainEqual(luteal);
  });

  test('are listed in their order, and give the settings their colours', async () => {
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

  test.each([
    [{ title: 'No name' }, 'phase: Phase must be menstrual, follicular, ovulation or luteal'],
    [{ phase: 'spotting', title: 'x' }, 'phase: Phase must be menstrual, follicular, ovulation or luteal'],
    [{ phase: 'luteal', title: '  ' }, 'title: Title is required'],
    [{ phase: 'luteal', title: 'x', color: 'red' }, 'color: Colour must be a colour such as #FFB3CC'],
    [{ phase: 'luteal', title: 'x', citations: ['a', 'a'] }, 'citations.1: a is there twice'],
    [{ phase: 'luteal', title: 'x', weekNumber: 3 }, 'weekNumber: There is no such field: weekNumber'],
  ])('%j are refused', async (body, sentence) => {
    expect(await wrongIn(staff.post(paths.phases, body))).toEqual([422, sentence]);
    expect(await read(paths.phases)).toEqual({ phases: [] });
  });
});

describe('what belongs to a phase', () => {
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
    expect(expectDone(await staff.put(`${single.activities}/${first.id}`, { phase: 'menstrual' }))).toMatchObject({
      phase: 'menstrual',
      displayOrder: 2,
    });
    const moved = (await read(`${path}/phases/menstrual/activities`)) as { activities: Activity[] };
    expect(moved.activities.map(({ name }) => name)).toEqual(['First there', 'Sleep early']);
    expect(((await read(paths.activities)) as { activities: Activity[] }).activities).toMatchObject([
      { name: 'Stretch' },
    ]);
  });
});

describe('activities', () => {
  test.each([
    [{ icon: 'moon' }, 'moon'],
    [{ icon: '🌸', iconType: 'emoji' }, '🌸'],
    [{ icon: '🤰🏾', iconType: 'emoji' }, '🤰🏾'],
    [{ icon: '👩🏾‍⚕️', iconType: 'emoji' }, '👩🏾‍⚕️'],
    [{ icon: '🇳🇬', iconType: 'emoji' }, '🇳🇬'],
    [{ icon: '❤️', iconType: 'emoji' }, '❤️'],
  ])('take the icon %j', async (sent, icon) => {
    expect(await addActivity(sent)).toMatchObject({ icon });
  });

  const otherKind = 'icon: This is the other kind of icon';
  const named =
    'icon: Icon must be activity, heart, moon, flower, zap, bed, leaf, users, clock, target or sparkles, or one emoji';
  test.each([
    [{ icon: 'rocket' }, named],
    [{ icon: '🌸' }, otherKind],
    [{ icon: 'moon', iconType: 'emoji' }, otherKind],
    [{ iconType: 'emoji' }, otherKind],
    [{ icon: '🌸🌸', iconType: 'emoji' }, named],
    [{ icon: '5', iconType: 'emoji' }, named],
    [{ icon: 'sparkles🌸', iconType: 'emoji' }, named],
    [{ iconType: 'picture' }, 'iconType: Kind of icon must be icon or emoji'],
    [{ name: '' }, 'name: Name is required'],
    [{ backgroundColor: '#12' }, 'backgroundColor: Background colour must be a colour such as #F0F9FF'],
  ])('with %j are refused, on creating and on saving', async (sent, sentence) => {
    const made = await addActivity();
    expect(await wrongIn(staff.post(paths.activities, { name: 'x', ...sent }))).toEqual([422, sentence]);
    expect(await wrongIn(staff.put(`${single.activities}/${made.id}`, sent))).toEqual([422, sentence]);
    expect(await read(paths.activities)).toEqual({ activities: [made] });
  });

  const hostile = '<p onclick="x()">Rest <b>well</b></p><script>x()</script><img src="https://evil.example/x.png">';

  test('keep of their rich text only what is allowed, and what is the same is no change', async () => {
    const made = await addActivity({ richContent: hostile });
    expect(made.richContent).toBe('<p>Rest <strong>well</strong></p>');
    const again = await staff.put(`${single.activities}/${made.id}`, { richContent: hostile }, { ifMatch: 1 });
    expect([operationOf(again), again.json]).toEqual([undefined, made]);
    const other = expectDone(
      await staff.put(`${single.activities}/${made.id}`, { richContent: `${hostile}<h2 style="x">More</h2>` }),
    );
    expect(other).toMatchObject({ richContent: '<p>Rest <strong>well</strong></p><h2>More</h2>' });
    expect(await addActivity({ richContent: '<p> &nbsp; </p>' })).toMatchObject({ richContent: '' });
  });

  test('name pictures in their text, which must exist, are kept, and are shown to the app by a whole address', async () => {
    const { json } = await upload(app, bearer, await plainPicture('png'));
    const { imageUrl } = json as { imageUrl: string };
    await addPhase();
    await addActivity({ richContent: `<p>See</p><img src="${imageUrl}" alt="A bed">` });
    await app.database.pool.query("UPDATE images SET created_at = now() - interval '60 days'");
    await app.sweepImages();
    expect((await send(app.url, imageUrl)).status).toBe(200);
    expect((await published()).phases[0]?.activities[0]?.richContent).toBe(
      `<p>See</p><img src="https://desk.example.org${imageUrl}" alt="A bed">`,
    );
    const gone = imageUrl.replace(/[\da-f]{32}/, '0'.repeat(32));
    const [status, sentence] = await wrongIn(
      staff.post(paths.activities, { name: 'x', richContent: `<p>See</p><img src="${gone}" alt="">` }),
    );
    expect([status, sentence]).toEqual([422, expect.stringMatching(/^richContent: /)]);
  });
});

describe('pregnancy weeks', () => {
  test.each([
    [1, 'First'],
    [13, 'First'],
    [14, 'Second'],
    [27, 'Second'],
    [28, 'Third'],
    [42, 'Third'],
  ])('week %i belongs to the trimester %s, said or not', async (weekNumber, trimester) => {
    const made = await addWeek({ weekNumber });
    expect(made.trimester).toBe(trimester);
    await staff.remove(`${paths.weeks}/${made.id}`);
    expect((await addWeek({ weekNumber, trimester })).trimester).toBe(trimester);
  });

  const outside = 'weekNumber: Week number must be a whole number from 1 to 42';
  const other = 'trimester: This week belongs to another trimester';
  test.each([
    [{ weekNumber: 0 }, outside],
    [{ weekNumber: 43 }, outside],
    [{ weekNumber: -1 }, outside],
    [{ weekNumber: 12.5 }, outside],
    [{ weekNumber: '12' }, outside],
    [{ weekNumber: 14, trimester: 'First' }, other],
    [{ weekNumber: 13, trimester: 'Third' }, other],
    [{ weekNumber: 5, trimester: 'Fourth' }, 'trimester: Trimester must be First, Second or Third'],
    [{ weekNumber: 5, currentWeekColor: 'mint' }, 'currentWeekColor: Colour must be a colour such as #7DD3C0'],
    [{ weekNumber: 5, tips: ['Rest', 'rest'] }, 'tips.1: rest is there twice'],
    [{ weekNumber: 5, developments: [''] }, 'developments.0: A development is required'],
  ])('%j is refused, on creating and on saving', async (sent, sentence) => {
    const made = await addWeek();
    expect(await wrongIn(staff.post(paths.weeks, sent))).toEqual([422, sentence]);
    expect(await wrongIn(staff.put(`${paths.weeks}/${made.id}`, sent))).toEqual([422, sentence]);
    expect(await read(paths.weeks)).toEqual({ weeks: [made] });
  });

  test('exist once for each number: a second one is 409 at its field', async () => {
    const twelve = await addWeek();
    const eleven = await addWeek({ weekNumber: 11 });
    const taken = [409, 'weekNumber: This is taken by another pregnancy week'];
    expect(await wrongIn(staff.post(paths.weeks, { weekNumber: 12 }))).toEqual(taken);
    expect(await wrongIn(staff.put(`${paths.weeks}/${eleven.id}`, { weekNumber: 12 }))).toEqual(taken);
    expect(await read(paths.weeks)).toEqual({ weeks: [eleven, twelve] });
  });

  test('get the trimester of a new number, and keep theirs with a wrong one', async () => {
    const made = await addWeek();
    const at = `${paths.weeks}/${made.id}`;
    expect(expectDone(await staff.put(at, { weekNumber: 30 }))).toMatchObject({ weekNumber: 30, trimester: 'Third' });
    expect(await wrongIn(staff.put(at, { trimester: 'First' }))).toEqual([422, other]);
    expect(expectDone(await staff.put(at, { weekNumber: 20, trimester: 'Second' }))).toMatchObject({ version: 3 });
  });

  test('clash in number and trimester as one', async () => {
    const { id } = await addWeek();
    await staff.put(`${paths.weeks}/${id}`, { weekNumber: 30 }, { ifMatch: 1 });
    const answer = await staff.put(`${paths.weeks}/${id}`, { weekNumber: 20 }, { ifMatch: 1 });
    expect([answer.status, problemOf(answer).conflicts?.toSorted()]).toEqual([412, ['trimester', 'weekNumber']]);
  });

  test('are listed by their number', async () => {
    for (const weekNumber of [9, 40, 1, 22]) await addWeek({ weekNumber });
    const { weeks } = (await read(paths.weeks)) as { weeks: PregnancyWeek[] };
    expect(weeks.map(({ weekNumber }) => weekNumber)).toEqual([1, 9, 22, 40]);
  });

  test('come back from an undo only while their number is free', async () => {
    const { id } = await addWeek();
    const removal = await doneBy(staff.remove(`${paths.weeks}/${id}`));
    const next = await addWeek();
    const refused = await staff.undo(removal);
    expect([refused.status, problemOf(refused).code]).toEqual([409, 'place_taken']);
    await staff.remove(`${paths.weeks}/${next.id}`);
    expectDone(await staff.undo(removal));
  });
});

describe('the app reads', () => {
  test('the active phases in order, with what is active and belongs to them, and the active weeks', async () => {
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
    expect((await send(app.url, '/content/v1/cycle')).headers['cache-control']).toBe('public, max-age=30');
    await addPhase();
    const tags = [first, await tag()];
    for (const add of [addActivity, addInsight, addDescription, addWeek]) {
      await add();
      tags.push(await tag());
    }
    expect(new Set(tags).size).toBe(6);
  });
});

test('twenty people who add week 12 at once get one 201 and nineteen 409', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => staff.post(paths.weeks, { weekNumber: 12 })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});
