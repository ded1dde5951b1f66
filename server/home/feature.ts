import { sql } from 'drizzle-orm';
import type { Admin } from '#contract/auth.ts';
import { reportReasons } from '#contract/case-states.ts';
import { crisisOutcomes } from '#contract/crisis.ts';
import { type Home, type HomeRow, groupsOf, type homeApi } from '#contract/home.ts';
import { keptKinds } from '#contract/kinds.ts';
import { type Role, everyRole } from '#contract/roles.ts';
import { keptStatement } from '#server/database/driver/statements.ts';
import { areaRoles } from '#contract/areas.ts';
import type { Feature, Services } from '#server/feature.ts';
import type { History } from '#server/history/history.ts';
import { sendDailyMails } from '#server/home/daily-mail.ts';
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

/** The statement for a role: a row for each group and, for administrators, one with the state of the desk. */
function statementOf({ history, signInLimits: limits }: Services, role: Role) {
  const account = { id: sql.placeholder('id'), canApprove: sql.placeholder('canApprove') };
  const { found, rows } = groupRows({ history, limits, role, account });
  const desk = areaRoles.staff.look.includes(role) ? [sql`SELECT 'desk', 0, (${deskJson(account.id)})`] : [];
  return sql`${found} ${sql.join([...rows, ...desk], sql` UNION ALL `)}`;
}

/** Reads the home page of an account, in one statement. Nothing of it is stored. */
function homeReader(services: Services) {
  const { history } = services;
  const columns = { name: sql`name`, count: sql`count`, rows: sql`rows` };
  const statements = new Map(
    everyRole.map((role) => [role, keptStatement<Answer>(`home_${role}`, columns, () => statementOf(services, role))]),
  );
  return async ({ id, role, qualification }: Admin): Promise<Home> => {
    const answers = (await statements.get(role)?.(history.db, { id, canApprove: qualification !== '' })) ?? [];
    const state = answers.find(({ name }) => name === 'desk')?.rows as DeskState | undefined;
    return {
      groups: groupsOf(role).map((name) => {
        const group = answers.find((one) => one.name === name);
        const first = (group?.rows ?? []) as Found[];
        return {
          name,
          count: group?.count ?? 0,
          rows: first.map((row) => ({ id: row.id, kind: row.kind, label: labelOf(history, name, row), at: row.at })),
        };
      }),
      checks: state ? checksOf(state, services) : [],
      steps: state ? stepsOf(state, services) : [],
    };
  };
}

/** The home page: the work that waits for an account, computed from the lists of the other areas. */
export const homeFeature: Feature<typeof homeApi> = {
  handlers(services) {
    const read = homeReader(services);
    return { home: { read: (_, { staff }) => read(staff) } };
  },
  mails(services) {
    const { history, mailServer, publicUrl, log } = services;
    const read = homeReader(services);
    return (now) => sendDailyMails({ db: history.db, read, mailServer, publicUrl, log }, now);
  },
};
