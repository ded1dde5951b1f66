import { expect } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import type { Doctor } from '#contract/doctors.ts';
import { type Home, type HomeGroupName, groupsOf, maxHomeRows } from '#contract/home.ts';
import { type Role, everyRole } from '#contract/roles.ts';
import type { HelpLine, HelpLineCall } from '#contract/safety.ts';
import type { StaffAccount } from '#contract/staff.ts';
import { attemptOf } from '#server/auth/limits/limits.ts';
import type { Random } from '#server/database/seeded-random.ts';
import { type Caller, caller, expectDone } from '#tests/desk/caller.ts';
import { addPerson } from '#tests/desk/people.ts';
import { addAdmin, newClinician } from '#tests/desk/staff.ts';
import type { TestDesk } from '#tests/desk/test-desk.ts';
import { filterAnnouncements } from '#web/features/announcements/state.ts';
import { filterDoctors } from '#web/features/doctors/filter-doctors.ts';
import { isToCall } from '#web/features/moderation/help-line-words.ts';
import { filterAccounts } from '#web/features/staff/filter-accounts.ts';

type Calls = Record<Role, Caller>;

/** The limits of sign-ins with which a few failures block an account. */
export const smallLimits = { signInLimitAccountAddress: 2, signInLimitAccount: 3 };

const citations = ['WHO: Nutrition. https://www.who.int/health-topics/nutrition'];

/** Fills a desk with a few records of everything that home counts. Returns the calls of an account of each role. */
export async function fillHome(desk: TestDesk): Promise<Calls> {
  const { staff, database } = desk;
  const accounts = await Promise.all(
    everyRole.map(async (role) => {
      // An editor without a qualification sees other requests for a review.
      const { bearer } = await newClinician(desk, `Dr ${role}`, role === 'editor' ? '' : 'MBBS', role);
      return [role, caller(desk.url, bearer)] as const;
    }),
  );
  for (const name of ['Bola', 'Chi', 'Dayo', 'Efe', 'Funmi', 'Gbenga', 'Hauwa']) {
    const { id } = await addAdmin(desk, `${name}@awa.test`, name, 'moderator');
    await database.pool.query(
      "INSERT INTO invitations SELECT id, sha256(email::bytea), id, false, now() + interval '1 day' FROM staff WHERE id = $1",
      [id],
    );
  }
  const category = await staff.make<Category>('/admin/lady-due/categories', { name: 'Basics', trackingMode: 'PCOS' });
  const section = await staff.make<Section>('/admin/lady-due/sections', { categoryId: category.id, title: 'First' });
  for (let n = 0; n < 8; n += 1) {
    const card = await staff.make<Card>('/admin/lady-due/cards', {
      sectionId: section.id,
      title: `Rest ${n}`,
      citations,
    });
    await staff.make('/admin/cycle/pregnancy/weeks', { weekNumber: n + 5, babySize: 'A lime', citations });
    await staff.make('/admin/announcements', { message: `The clinic is open on Saturday ${n}` });
    await staff.make('/api/doctors', { name: `Person ${n}`, specialty: 'Midwifery' });
    await staff.make('/admin/moderation/help-lines', { name: `Line ${n}`, purpose: 'any', number: '0800 111' });
    await addCase(desk, 'person', await addPerson(desk));
    await addCase(desk, 'post', await addPerson(desk));
    await addCase(desk, 'card', null, card.id);
  }
  await database.pool.query(`
    INSERT INTO remarks (id, record_id, kind, field, body, mentions)
    SELECT gen_random_uuid(), id, 'card', 'title', 'Is this so?', '{}' FROM cards;
    INSERT INTO help_line_calls (id, help_line_id, number, result, at)
    SELECT gen_random_uuid(), id, '0800 111', 'answered', now() FROM help_lines WHERE name <> 'Line 0';
    INSERT INTO decisions (id, case_id, person_id, verdict, crisis_outcome, rule, hide, hide_others, erase, sanction, reason,
      statement, language, case_reason, waited)
    SELECT gen_random_uuid(), id, person_id, 'needs_help', 'message_sent', '', false, false, false, 'none', '', '', 'english', reason, 0
    FROM cases WHERE person_id IS NOT NULL;
    INSERT INTO looks (id, case_id, decision_id, due_at) SELECT gen_random_uuid(), case_id, id, now() FROM decisions`);
  const { rows } = await database.pool.query<{ kind: string; id: string; area: string }>(
    "SELECT 'card' AS kind, id, 'lady-due' AS area FROM cards UNION ALL SELECT 'pregnancy-week', id, 'cycle' FROM pregnancy_weeks",
  );
  const calls = Object.fromEntries(accounts) as Calls;
  for (const { kind, id, area } of rows)
    expectDone(await calls.reviewer.post(`/admin/${area}/approvals`, { kind, records: [{ id, version: 1 }] }));
  return calls;
}

const addCase = ({ database }: TestDesk, kind: string, person: string | null, subject: string | null = null) =>
  database.pool.query(
    `INSERT INTO cases (id, subject_kind, subject_id, person_id, reason, rank, waiting_since)
     VALUES (gen_random_uuid(), $1, coalesce($2, gen_random_uuid()), $3, $4, $5, now() - random() * interval '9 days')`,
    [kind, subject, person, person === null ? 'wrong' : 'danger', person === null ? 7 : 1],
  );

const anyOf = (...values: string[]) =>
  `(ARRAY[${values.map((value) => `'${value}'`).join(', ')}])[ceil(random() * ${values.length})]`;
const around = (days: number) => `now() + (random() - 0.5) * interval '${days * 2} days'`;
const maybe = (share: number, value: string) => `CASE WHEN random() < ${share} THEN ${value} END`;
const anyStaff = `(SELECT id FROM staff WHERE name <> '' AND record.id IS NOT NULL ORDER BY random() LIMIT 1)`;

/** Sets everything that home depends on at random. */
export async function shuffle({ database }: TestDesk, random: Random) {
  const texts = `(SELECT id, 'card' AS kind FROM cards UNION ALL SELECT id, 'pregnancy-week' FROM pregnancy_weeks) AS record`;
  const edited = `has_changes = random() < 0.3, next_from = ${maybe(0.4, around(2))}, is_active = random() < 0.7`;
  const attempts = ['Bola', 'Chi', 'Dayo', 'Efe'].flatMap((name) =>
    Array.from({ length: Math.floor(random.next() * 4) }, () =>
      attemptOf(`${name}@AWA.test`, `203.0.113.${Math.ceil(random.next() * 2)}`, random.pick(['stranger', 'session'])),
    ),
  );
  await database.pool.query(`
    SELECT setseed(${random.next()});
    UPDATE cases SET state = ${anyOf('open', 'escalated', 'appealed', 'decided')}, rank = 1 + floor(random() * 6) WHERE person_id IS NOT NULL;
    UPDATE cases SET state = ${anyOf('open', 'escalated', 'decided')} WHERE person_id IS NULL;
    UPDATE looks SET due_at = ${around(2)}, done_at = ${maybe(0.3, 'now()')};
    UPDATE announcements SET enabled = random() < 0.7, starts_at = ${maybe(0.7, around(2))}, ends_at = NULL;
    UPDATE announcements SET ends_at = greatest(starts_at, now() - interval '2 days') + random() * interval '3 days' WHERE random() < 0.5;
    UPDATE help_lines SET is_active = random() < 0.8, number = ${anyOf('0800 111', '0800 222')};
    UPDATE help_line_calls SET result = ${anyOf('answered', 'answered', 'no_answer', 'wrong')}, at = now() - random() * interval '180 days';
    UPDATE doctors SET is_active = random() < 0.8, phone = ${anyOf('0803 111', '0803 222')}, verified_at = NULL;
    UPDATE doctors SET verified_at = now() - random() * interval '180 days', verified_how = 'call', verified_of = jsonb_build_object(
      'name', name, 'phone', '0803 111', 'email', email, 'licenceNumber', licence_number) WHERE random() < 0.8;
    UPDATE remarks SET resolved_at = ${maybe(0.4, 'now()')};
    UPDATE remarks AS record SET mentions = ARRAY[${anyStaff}];
    DELETE FROM review_requests;
    INSERT INTO review_requests (record_id, kind, state, words, fields, asked_by, of_id, due_on, note)
    SELECT id, kind, ${anyOf('open', 'open', 'changes', 'approved')}, '', 1, ${anyStaff}, ${maybe(0.6, anyStaff)}, ${maybe(0.5, 'current_date')}, ''
    FROM ${texts} WHERE random() < 0.6;
    UPDATE staff SET enabled = random() < 0.8 WHERE email LIKE '%@awa.test';
    UPDATE invitations SET is_new = random() < 0.3;
    DELETE FROM authenticator_apps;
    INSERT INTO authenticator_apps (id, staff_id, secret, last_step) SELECT gen_random_uuid(), id, 'x', 0 FROM staff WHERE random() < 0.5;
    DELETE FROM sign_in_failures;
    SET session_replication_role = replica;
    UPDATE approvals SET act = ${anyOf('approved', 'approved', 'exempt', 'withdrawn')}, due_at = NULL;
    UPDATE approvals SET due_at = ${around(50)} WHERE act = 'approved';
    UPDATE cards SET ${edited}, publish_status = ${anyOf('draft', 'published', 'scheduled')}, published_at = ${around(2)};
    UPDATE pregnancy_weeks SET ${edited};
    SET session_replication_role = origin`);
  for (const { account, address } of attempts)
    await database.pool.query(
      "INSERT INTO sign_in_failures (account, address, at) VALUES ($1, $2, now() - random() * interval '20 minutes')",
      [account, address],
    );
}

type Ids = { count: number; ids: string[] | undefined };

/** The records of the list to which the count of a group leads, as its screen shows them. `ids` only in the list's order. */
async function listOf(name: HomeGroupName, calls: Caller): Promise<Ids> {
  const read = async <T>(path: string) => expectDone(await calls.get(path)) as T;
  const counted = (rows: readonly unknown[]): Ids => ({ count: rows.length, ids: undefined });
  switch (name) {
    case 'crisis':
    case 'open':
    case 'escalated':
    case 'appealed': {
      const query = name === 'crisis' ? 'state=open&lane=crisis' : `state=${name}`;
      const { cases, pagination } = await read<{ cases: { id: string }[]; pagination: { total: number } }>(
        `/admin/moderation/cases?${query}&limit=100`,
      );
      expect(pagination.total).toBe(cases.length);
      return { count: cases.length, ids: cases.map(({ id }) => id) };
    }
    case 'looks': {
      const { looks, due } = await read<{ looks: { caseId: string; dueAt: string }[]; due: number }>(
        '/admin/moderation/looks',
      );
      return { count: due, ids: looks.slice(0, due).map(({ caseId }) => caseId) };
    }
    case 'announcements': {
      const { announcements } = await read<{ announcements: Announcement[] }>('/admin/announcements');
      return counted(filterAnnouncements(announcements, '', 'scheduled'));
    }
    case 'helpLines': {
      const { helpLines } = await read<{ helpLines: HelpLine[] }>('/admin/moderation/help-lines');
      const { calls: made } = await read<{ calls: HelpLineCall[] }>('/admin/moderation/help-line-calls');
      return counted(
        helpLines.filter((line) =>
          isToCall(
            line,
            made.find(({ helpLineId }) => helpLineId === line.id),
          ),
        ),
      );
    }
    case 'doctors': {
      const { doctors } = await read<{ doctors: Doctor[] }>('/api/doctors');
      return counted(filterDoctors(doctors, '', { active: 'check-due' }));
    }
    case 'blocked':
    case 'withoutFactor': {
      const { staff } = await read<{ staff: StaffAccount[] }>('/admin/staff');
      const shown = filterAccounts(staff, name === 'blocked' ? name : 'no-factor');
      return { count: shown.length, ids: shown.map(({ id }) => id) };
    }
    default: {
      const { texts, counts } = await read<{ texts: { id: string }[]; counts: Record<string, number> }>(
        `/admin/review?state=${name}`,
      );
      expect(counts[name]).toBe(texts.length);
      return { count: texts.length, ids: texts.map(({ id }) => id) };
    }
  }
}

/** Compares each count of each role's home with its list, and the first rows where home has the list's order. */
export async function compareHome(calls: Calls): Promise<Set<HomeGroupName>> {
  const seen = new Set<HomeGroupName>();
  for (const role of everyRole) {
    const { groups } = expectDone(await calls[role].get('/admin/home')) as Home;
    expect(groups.map(({ name }) => name)).toEqual(groupsOf(role));
    const lists = await Promise.all(groups.map(({ name }) => listOf(name, calls[role])));
    for (const [index, { name, count, rows }] of groups.entries()) {
      const list = lists[index] ?? { count: -1, ids: undefined };
      expect({ role, name, count }).toEqual({ role, name, count: list.count });
      expect(rows).toHaveLength(Math.min(count, maxHomeRows));
      if (list.ids) expect(rows.map(({ id }) => id)).toEqual(list.ids.slice(0, maxHomeRows));
      if (count > 0) seen.add(name);
    }
  }
  return seen;
}
