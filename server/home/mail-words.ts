import { type Home, type HomeGroupName, isCountedTwice } from '#contract/home.ts';
import { homeLists } from '#contract/home-lists.ts';
import { greeting } from '#server/auth/link-mail.ts';

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`;

/**
 * The line of each group. Other people may see a mail, so nothing in it says more than how many of what wait: no name, no
 * label, and of people in danger not even that there are some.
 */
const lines: Record<HomeGroupName, (count: number) => string> = {
  // Not in the mail: these are among the open cases.
  crisis: counted('open case', 'open cases'),
  looks: counted('case to look at again', 'cases to look at again'),
  appealed: counted('appeal', 'appeals'),
  escalated: counted('case passed to administrators', 'cases passed to administrators'),
  open: counted('open case', 'open cases'),
  mine: counted('review asked of you', 'reviews asked of you'),
  returned: counted('text of yours sent back by a clinician', 'texts of yours sent back by a clinician'),
  remarks: counted('text with a remark for you', 'texts with a remark for you'),
  overdue: counted('approval overdue', 'approvals overdue'),
  due: counted('approval due soon', 'approvals due soon'),
  unshown: counted('text with changes not shown yet', 'texts with changes not shown yet'),
  scheduled: counted('text that comes into the app within 24 hours', 'texts that come into the app within 24 hours'),
  announcements: counted('scheduled announcement', 'scheduled announcements'),
  doctors: counted('doctor to check', 'doctors to check'),
  helpLines: counted('help line to call', 'help lines to call'),
  blocked: counted('blocked account', 'blocked accounts'),
  withoutFactor: counted('account without a second factor', 'accounts without a second factor'),
};

/** The mail of the day for an account; undefined when no work waits for it. */
export function dailyMailOf({ groups }: Pick<Home, 'groups'>, name: string, publicUrl: string) {
  const waiting = groups.filter(({ name: group, count }) => count > 0 && !isCountedTwice(group));
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const waits = `${total} ${total === 1 ? 'thing waits' : 'things wait'} for you`;
  const listed = waiting.map(({ name: group, count }) => {
    const { to, search } = homeLists[group];
    const query = new URLSearchParams(search).toString();
    return `${lines[group](count)}\n${publicUrl}${to}${query && `?${query}`}`;
  });
  const text = [
    greeting(name),
    `${waits}:`,
    ...listed,
    `You get this email because you asked for it in Awa Desk. You can switch it off there:\n${publicUrl}/admin/desk/account`,
  ].join('\n\n');
  return { subject: `Awa Desk: ${waits}`, text };
}
