import { homeLists } from '#contract/home-lists.ts';
import { type FirstStep, type HomeCheck, type HomeGroupName, type HomeRow, isTrouble } from '#contract/home.ts';
import { capital, kinds } from '#contract/kinds.ts';
import { clockTime, dateTime, nearDate, shortAgo, timeAgo } from '#web/lib/dates.ts';
import { timeFrom } from '#web/lib/moments.ts';

type Address = { to: string; search?: object };

type GroupWords = {
  title: string;
  /** The list with exactly the records that are counted. */
  list: Address;
  /** The address of one of them; left out where the list itself is all there is. */
  row?: (row: HomeRow) => Address;
  /** The time of a row in words; `''` for none. */
  when: (at: string | null, now: Date) => string;
};

/** `Waiting for 12 min`, `Waiting for 3 h`, `Waiting since Thu`. */
function waits(at: string | null, now: Date) {
  const ago = at === null ? 'now' : shortAgo(at, now);
  return ago === 'now' ? 'New' : `Waiting ${/ (min|h)$/.test(ago) ? 'for' : 'since'} ${ago}`;
}

const on = (verb: string) => (at: string | null, now: Date) => (at === null ? '' : `${verb} ${nearDate(at, now)}`);

const ofCases = (title: string, list: Address): GroupWords => ({
  title,
  list,
  row: ({ id }) => ({ to: list.to, search: { ...list.search, case: id } }),
  when: waits,
});

const ofTexts = (list: Address, title: string, when: GroupWords['when']): GroupWords => ({
  title,
  list,
  row: ({ kind, id }) => ({ to: list.to, search: { ...list.search, kind, text: id } }),
  when,
});

/** The words and the addresses of each group. */
export const groupWords: Record<HomeGroupName, GroupWords> = {
  crisis: ofCases('People who may be in danger', homeLists.crisis),
  looks: {
    ...ofCases('People to look at again', homeLists.looks),
    when: (at, now) => (at === null ? '' : `Due ${timeFrom(at, now)}`),
  },
  appealed: ofCases('Appeals', homeLists.appealed),
  escalated: ofCases('Cases passed to administrators', homeLists.escalated),
  open: ofCases('Open cases', homeLists.open),
  mine: ofTexts(homeLists.mine, 'Waiting for my review', on('Asked')),
  returned: ofTexts(homeLists.returned, 'Sent back to me', on('Changes asked for')),
  remarks: ofTexts(homeLists.remarks, 'Remarks for me', on('Remark')),
  overdue: ofTexts(homeLists.overdue, 'Approvals overdue', on('Due since')),
  due: ofTexts(homeLists.due, 'Approvals due soon', on('Due')),
  unshown: ofTexts(homeLists.unshown, 'Changes not shown yet', on('Saved')),
  scheduled: ofTexts(homeLists.scheduled, 'In the app within 24 hours', (at) =>
    at === null ? '' : `From ${dateTime(at)}`,
  ),
  announcements: {
    title: 'Scheduled announcements',
    list: homeLists.announcements,
    when: (at) => (at === null ? '' : `From ${dateTime(at)}`),
  },
  doctors: {
    title: 'Doctors to check',
    list: homeLists.doctors,
    row: ({ id }) => ({ to: '/admin/desk/doctors', search: { active: 'check-due', doctor: id } }),
    when: (at, now) => (at === null ? 'Never checked' : `Verified ${nearDate(at, now)}`),
  },
  helpLines: {
    title: 'Help lines to call',
    list: homeLists.helpLines,
    row: ({ id }) => ({ to: '/admin/desk/moderation/help-lines', search: { calls: 'due', 'help-line': id } }),
    when: (at, now) => (at === null ? 'Never called' : `Last called ${nearDate(at, now)}`),
  },
  blocked: {
    title: 'Blocked accounts',
    list: homeLists.blocked,
    when: (at) => (at === null ? '' : `Until ${clockTime(at)}`),
  },
  withoutFactor: {
    title: 'Accounts without a second factor',
    list: homeLists.withoutFactor,
    when: () => '',
  },
};

/** The label of a row. Of a case: what it is about, and why. */
export function labelOf(name: HomeGroupName, { kind, label }: HomeRow) {
  const subject = kind === 'person' ? kind : kinds[kind].one;
  return groupWords[name].when === waits ? `${capital(subject)}: ${label}` : label;
}

/** The first steps of a desk. A backup is made in the shell of the server. */
export const stepWords: Record<FirstStep['name'], { label: string; address?: Address; note?: string }> = {
  factor: { label: 'Set up a second factor', address: { to: '/admin/desk/account' } },
  announcement: { label: 'Write the first announcement', address: { to: '/admin/desk/announcements' } },
  colleague: { label: 'Invite a colleague', address: { to: '/admin/desk/staff', search: { invite: true } } },
  content: { label: 'Create the default content', address: { to: '/admin/desk/lady-due' } },
  backup: { label: 'Make the first backup', note: 'On the server: npm run backup -- FILE' },
};

type CheckWords = Record<HomeCheck['name'], Partial<Record<HomeCheck['state'], string>>>;

const states: CheckWords = {
  mail: {
    good: 'Mails are sent',
    late: 'Mails about people in danger were not sent',
    off: 'Not set up: no mail tells of danger',
  },
  push: {
    good: 'The app’s backend is told of changes',
    failed: 'The app’s backend did not take the last news',
    never: 'No news was sent yet',
    off: 'Not set up: the app’s backend asks for changes itself',
  },
  log: {
    good: 'Whole at the last check',
    failed: 'Not as it was sealed',
    late: 'Entries wait for their seal for over ten minutes',
    never: 'Not checked yet',
  },
  backup: {
    good: 'Made on time',
    late: 'The last backup is more than two days old',
    never: 'None was made yet',
    off: 'This database is backed up by its own tools',
  },
};

const checkNames: Record<HomeCheck['name'], string> = { mail: 'Mail', push: 'Push', log: 'Log', backup: 'Backup' };

const checkPages: Partial<Record<HomeCheck['name'], string>> = {
  log: '/admin/desk/activity',
  push: '/admin/desk/staff/app',
};

/** A check in words, with the page where more stands. */
export function checkWords(check: HomeCheck, now: Date) {
  const { name, state, at } = check;
  const words = states[name][state] ?? '';
  return {
    name: checkNames[name],
    words: at === null ? words : `${words}, ${timeAgo(at, now)}`,
    to: checkPages[name],
    isTrouble: isTrouble(check),
  };
}
