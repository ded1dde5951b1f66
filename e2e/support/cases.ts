import type { Page } from '@playwright/test';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { ReportReason } from '#contract/case-states.ts';
import { moderationApi } from '#contract/moderation.ts';
import type { Input } from '#contract/route.ts';
import type { Call } from '#e2e/support/calls.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { addPosts, addSecret } from '#e2e/support/posts.ts';
import { markWaiting } from '#server/awa/mark-texts.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';

export const queuePath = '/admin/desk/moderation';

/** Removes the cases of earlier tests, with their decisions, and the posts of which the marks would open a case now. */
const clearCases = (desk: Desk) =>
  withClient(desk.database, async (client) => {
    await client.query("DELETE FROM posts WHERE rules = 0 OR marks && '{self-harm,violence,threat,emergency}'");
    await client.query('DELETE FROM cases');
  });

type Outcome = Partial<Pick<Input<typeof moderationApi.cases.decide>, 'verdict' | 'crisisOutcome' | 'language'>>;

/** Decides a case as it is now, in the name of the account that calls: by default the text is within the rules. */
export async function decideCase(call: Call, id: string, outcome: Outcome = {}) {
  const { text, version, ...rest } = await call(moderationApi.cases.get, { id });
  await call(moderationApi.cases.decide, { id, version, seen: text?.seen ?? '', verdict: 'within_rules', ...outcome });
  return rest;
}

/** Appeals all decisions, as people can only after a minute. */
export const appealAll = (desk: Desk) =>
  withClient(desk.database, async (client) => {
    await client.query("UPDATE decisions SET told_at = now(), appealed_at = now(), appeal = 'I only wanted to help'");
    await client.query("UPDATE cases SET state = 'appealed', version = version + 1 WHERE state = 'decided'");
  });

/** Adds two rules, and a template without blanks for each verdict that is told. */
export async function addRules(api: Call) {
  for (const title of ['Be kind', 'No selling']) {
    await api(moderationApi.rules.create, { title, english: `${title}, please.` });
  }
  await api(moderationApi.templates.create, {
    title: 'Text hidden',
    purpose: 'breaks_rules',
    english: 'We have hidden your text.',
    yoruba: 'A ti fi ọ̀rọ̀ yín pamọ́. [ohun tí ẹ kọ]',
  });
  await api(moderationApi.templates.create, {
    title: 'Help',
    purpose: 'needs_help',
    english: 'Please call somebody.',
  });
}

/**
 * Opens a case on each of these new posts of one person, in this order, instead of all cases of earlier tests. Returns
 * the ids of the cases. The posts are marked: the upkeep would otherwise do it later, and open a case again that the
 * test has decided.
 */
export async function addCases(desk: Desk, api: Call, contents: string[], reason: ReportReason = 'spam') {
  await clearCases(desk);
  const { secretId } = await addSecret(api);
  const posts = await addPosts(
    desk.database,
    secretId,
    contents.map((content) => ({ content })),
  );
  const ids: string[] = [];
  for (const subjectId of posts) {
    const { id } = await api(moderationApi.cases.open, { kind: 'post', subjectId, reason });
    ids.push(id);
  }
  await withClient(desk.database, (client) => markWaiting(drizzle(client), 'post', createLog('silent')));
  return ids;
}

/** `Text 1`, `Text 2`. */
export const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Text ${at + 1}`);

/** The parts of the queue and of the open case. */
export const caseParts = (page: Page) => {
  const form = page.getByRole('form', { name: 'Case' });
  return {
    list: page.getByRole('list', { name: 'Cases' }),
    form,
    shown: form.getByRole('region', { name: 'The post now' }),
    heading: form.getByRole('heading', { level: 2 }),
    statement: form.getByRole('textbox', { name: 'Statement' }),
    decide: form.getByRole('button', { name: 'Decide' }),
    preview: form.getByRole('status', { name: 'Preview' }),
    undo: page.getByRole('button', { name: 'Undo' }),
  };
};

/** The heading of the queue while this many cases wait. */
export const left = (page: Page, count: number) => page.getByRole('heading', { name: `Cases (${count})`, exact: true });

/** Adds rules and as many cases, opens the first one, and returns the parts of the screen. */
export async function openFirstOf(count: number, { page, desk, api }: { page: Page; desk: Desk; api: Call }) {
  await addRules(api);
  const [first = ''] = await addCases(desk, api, numbered(count));
  await page.goto(`${queuePath}?case=${first}`);
  return { ...caseParts(page), first };
}
