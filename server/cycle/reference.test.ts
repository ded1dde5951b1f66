import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { api } from '#contract/api.ts';
import { type Activity, type PhaseDescription, type PregnancyWeek, phaseNames, trimesters } from '#contract/cycle.ts';
import type { Output } from '#contract/route.ts';
import { loadReference } from '#server/run/demo.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { newBearer } from '#tests/desk/staff.ts';
import { send } from '#tests/desk/send.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';

let app: TestApp;
let staff: Caller;
beforeAll(async () => {
  app = await testApp();
  staff = caller(app.url, await newBearer(app));
});
afterAll(() => app.close());

const tables = 'phases, activities, insights, phase_descriptions, pregnancy_weeks';
const query = (sql: string) => app.database.pool.query(sql);
beforeEach(() => query(`TRUNCATE ${tables} CASCADE; UPDATE desk SET has_reference = false`));

const read = async <T>(path: string) => expectDone(await staff.get(`/admin/cycle/${path}`)) as T;
const analytics = () => read<Output<typeof api.cycle.analytics>>('analytics');
const complete = { totalPhases: 4, totalActivities: 24, totalInsights: 4, pregnancyWeeks: 42 };
const active = { isActive: true };
const none = { totalPhases: 0, totalActivities: 0, totalInsights: 0, pregnancyWeeks: 0 };

describe('a new database', () => {
  test('is given 4 phases, 24 activities, 4 insights and 42 weeks, all of it for the app', async () => {
    await loadReference(app.database, active);
    expect(await analytics()).toEqual(complete);
    const shown = (await send(app.url, '/content/v1/cycle')).json as Output<typeof api.cycle.published>;
    expect(shown.phases.map(({ phase }) => phase)).toEqual(Object.keys(phaseNames));
    for (const { activities, insights, descriptions } of shown.phases) {
      expect([activities.length, insights.length, descriptions.length]).toEqual([6, 1, 1]);
      for (const { citations } of [...activities, ...descriptions]) expect(citations).not.toEqual([]);
    }
    expect(shown.weeks).toHaveLength(42);
    const { rows } = await query("SELECT FROM operations WHERE action <> 'sign-in'");
    expect(rows).toEqual([]);
  });

  test('shows nothing of it in the app until staff activate it, unless it is a demo', async () => {
    await loadReference(app.database, { isActive: false });
    expect(await analytics()).toEqual(complete);
    const { phases, weeks } = (await send(app.url, '/content/v1/cycle')).json as Output<typeof api.cycle.published>;
    expect([phases, weeks]).toEqual([[], []]);
    expect(expectDone(await staff.get('/admin/cycle/pregnancy/weeks'))).toMatchObject({
      weeks: Array.from({ length: 42 }, () => ({ isActive: false })),
    });
  });

  test('takes activities and descriptions from a desk of an earlier version, which has no citations', async () => {
    for (const table of ['activities', 'phase_descriptions']) {
      const { rows } = await query(
        `SELECT column_default FROM information_schema.columns WHERE table_name = '${table}' AND column_name = 'citations'`,
      );
      expect(rows).toEqual([{ column_default: "'[]'::jsonb" }]);
    }
  });

  test('gets it once: records that staff delete do not come back', async () => {
    await loadReference(app.database, active);
    await query('DELETE FROM pregnancy_weeks; DELETE FROM activities WHERE display_order > 1');
    await loadReference(app.database, active);
    expect(await analytics()).toEqual({ ...complete, totalActivities: 4, pregnancyWeeks: 0 });
  });

  test('is given it once by several processes that start together', async () => {
    await Promise.all(Array.from({ length: 4 }, () => loadReference(app.database, active)));
    expect(await analytics()).toEqual(complete);
  });

  test('that has records of a kind keeps only those', async () => {
    await staff.post('/admin/cycle/pregnancy/weeks', { weekNumber: 42 });
    await loadReference(app.database, active);
    expect(await analytics()).toEqual({ ...complete, pregnancyWeeks: 1 });
  });

  test('has nothing of it when that breaks off, and all of it at the next start', async () => {
    await query(`
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
      CREATE TRIGGER cut BEFORE INSERT ON pregnancy_weeks FOR EACH ROW EXECUTE FUNCTION cut()`);
    await expect(loadReference(app.database, active)).rejects.toThrow(/terminat|ECONNRESET|EPIPE/);
    await query('DROP FUNCTION cut CASCADE');
    expect(await analytics()).toEqual(none);
    await loadReference(app.database, active);
    expect(await analytics()).toEqual(complete);
  });
});

describe('the content', () => {
  beforeEach(() => loadReference(app.database, active));

  test('of a phase has a short and a long text, a colour of its own and sources', async () => {
    const { phases } = await read<Output<typeof api.phases.list>>('phases');
    expect(new Set(phases.map(({ color }) => color)).size).toBe(4);
    for (const [index, one] of phases.entries()) {
      expect(one.displayOrder).toBe(index + 1);
      expect(one.title).not.toBe('');
      expect(one.description).not.toBe('');
      expect(one.shortDescription.length).toBeLessThan(150);
      expect(one.longDescription.length).toBeGreaterThan(400);
      expect(one.citations.length).toBeGreaterThan(0);
    }
  });

  test('of an activity has an icon of the app, the same words with and without marks, and sources', async () => {
    for (const phase of Object.keys(phaseNames)) {
      const { activities } = await read<{ activities: Activity[] }>(`phases/${phase}/activities`);
      expect(activities.map(({ displayOrder }) => displayOrder)).toEqual([1, 2, 3, 4, 5, 6]);
      for (const { description, content, richContent, citations } of activities) {
        expect(description).not.toBe('');
        expect(citations.length).toBeGreaterThan(0);
        const words = richContent
          .replaceAll('</p>', '\n')
          .replaceAll(/<[^>]*>/g, '')
          .replaceAll(/\s+/g, ' ');
        expect(words.trim()).toBe(content.replaceAll('• ', '').replaceAll(/\s+/g, ' '));
      }
    }
  });

  test('of an insight has moods, symptoms, more than two recommendations, a message and sources', async () => {
    for (const phase of Object.keys(phaseNames)) {
      const { insights } = await read<Output<typeof api.insights.list>>(`phases/${phase}/insights`);
      for (const one of insights) {
        expect(one.expectedMoods.length).toBeGreaterThan(1);
        expect(one.expectedSymptoms.length).toBeGreaterThan(1);
        expect(one.recommendations.length).toBeGreaterThan(2);
        expect(one.personalizedMessage).not.toBe('');
        expect(one.citations.length).toBeGreaterThan(0);
      }
    }
  });

  test('describes each phase, with sources', async () => {
    const { descriptions } = await read<{ descriptions: PhaseDescription[] }>('phase-descriptions');
    expect(descriptions.map(({ phase }) => phase)).toEqual(Object.keys(phaseNames));
    for (const { title, description, citations } of descriptions) {
      expect([title, description]).not.toContain('');
      expect(citations.length).toBeGreaterThan(0);
    }
  });

  test('of each week from 1 to 42 has its trimester, a size, two developments, two tips and a source', async () => {
    const { weeks } = await read<{ weeks: PregnancyWeek[] }>('pregnancy/weeks');
    expect(weeks.map(({ weekNumber }) => weekNumber)).toEqual(Array.from({ length: 42 }, (_, index) => index + 1));
    for (const { weekNumber, trimester, babySize, developments, tips, citations } of weeks) {
      const [first, last] = trimesters[trimester];
      expect(weekNumber >= first && weekNumber <= last, `week ${weekNumber}`).toBe(true);
      expect(developments.length, `week ${weekNumber}`).toBeGreaterThanOrEqual(2);
      expect(tips.length, `week ${weekNumber}`).toBeGreaterThanOrEqual(2);
      expect(citations.length, `week ${weekNumber}`).toBeGreaterThanOrEqual(1);
      // A comparison, a colon, and the measure. The screens show the two separately.
      expect(babySize).toMatch(/^[^:]+: [^:]+$/);
    }
  });

  test('says from where to where a baby is measured', async () => {
    const { weeks } = await read<{ weeks: PregnancyWeek[] }>('pregnancy/weeks');
    for (const { weekNumber, babySize } of weeks.slice(4, 40)) {
      expect(babySize).toContain(weekNumber < 14 ? 'crown to rump' : 'crown to heel');
    }
  });
});
