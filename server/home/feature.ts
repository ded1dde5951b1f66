import { sql } from 'drizzle-orm';
import type { Admin } from '#contract/auth.ts';
import { reportReasons } from '#contract/case-states.ts';
import { crisisOutcomes } from '#contract/crisis.ts';
import { type Home, type HomeRow, groupsOf, type homeApi } from '#contract/home.ts';
import { keptKinds } from '#contract/kinds.ts';
import { areaRoles } from '#contract/areas.ts';
import type { Feature, Services } from '#server/feature.ts';
import type { History } from '#server/history/history.ts';
import { type DeskState, checksOf, deskJson, stepsOf } from '#server/home/desk.ts';
import { groupRows } from '#server/home/groups.ts';
import type { Snapshot } from '#server/log/tables.ts';

type Found = Omit<HomeRow, 'label'> & { label: unknown };
type Answer = { name: string; count: number; rows: Found[] | DeskState };

/** The words of a reason and of an outcome. */
const words: Record<string, string> = {
  ...Object.fromEntries(Object.entries(reportReasons).map(([reason, { label }]) => [reason, label])),
  ...crisisOutcomes,
};

/** The label of a row: of its kind, of a case its reason, of a look the outcome, or the name of an account. */
function labelOf(history: History, name: string, { kind, label }: Found) {
  const own = keptKinds.find((one) => one === kind);
  if (typeof label === 'object' && label !== null && own) return history.kindOf(own).label(label as Snapshot);
  return name === 'blocked' || name === 'withoutFactor' ? String(label) : (words[String(label)] ?? '');
}

/** The home page of an account, in one statement. Nothing of it is stored. */
async function readHome(services: Services, account: Admin): Promise<Home> {
  const { history, signInLimits } = services;
  const names = groupsOf(account.role);
  const ofDesk = areaRoles.staff.look.includes(account.role);
  const { found, rows } = groupRows(history, signInLimits, account, names);
  const desk = sql`SELECT ${names.length}::int, 'desk', 0, (${deskJson(account.id)})`;
  const answered = await history.db.execute<Answer>(sql`
    ${found} ${sql.join([...rows, ...(ofDesk ? [desk] : [])], sql` UNION ALL `)} ORDER BY place`);
  const state = answered.rows.find(({ name }) => name === 'desk')?.rows as DeskState | undefined;
  const setup = { ...services, newsHost: services.newsHost };
  return {
    groups: names.map((name) => {
      const group = answered.rows.find((one) => one.name === name);
      const first = (group?.rows ?? []) as Found[];
      return {
        name,
        count: group?.count ?? 0,
        rows: first.map((row) => ({ id: row.id, kind: row.kind, label: labelOf(history, name, row), at: row.at })),
      };
    }),
    checks: state ? checksOf(state, setup) : [],
    steps: state ? stepsOf(state, setup) : [],
  };
}

/** The home page: the work that waits for an account, computed from the lists of the other areas. */
export const homeFeature: Feature<typeof homeApi> = {
  handlers: (services) => ({ home: { read: (_, { staff }) => readHome(services, staff) } }),
};
