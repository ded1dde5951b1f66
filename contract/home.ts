import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Id, Instant } from '#contract/common.ts';
import { type LoggedKind, kinds } from '#contract/kinds.ts';
import { type Role, approvers, everyRole, writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

const { change: moderators } = areaRoles.moderation;
const { look: administrators } = areaRoles.staff;
const { change: editors, look: readers } = areaRoles.announcements;
const { change: doctorEditors } = areaRoles.doctors;

/**
 * The groups of the home page in their order, with the roles that have them. Each counts the records of a list, which has
 * exactly that many. Texts are medical texts, as in Review.
 */
const homeGroups = {
  /** Open cases of people who may be in danger. */
  crisis: moderators,
  /** People who are to be looked at again now. */
  looks: moderators,
  appealed: moderators,
  /** Cases that were passed to the administrators. */
  escalated: administrators,
  /** Open cases that the role decides, those of people in danger too. */
  open: writers,
  /** Texts that wait for the review of the account. */
  mine: approvers,
  /** Texts of the account for which a clinician asked for changes. */
  returned: editors,
  /** Texts with an open remark that mentions the account. */
  remarks: approvers,
  overdue: approvers,
  due: approvers,
  /** Texts with saved words that the app neither shows nor will show. */
  unshown: editors,
  /** Texts that come into the app soon, or whose new words do. */
  scheduled: editors,
  /** Announcements that the app will show later. */
  announcements: readers,
  /** Active doctors who are to be verified, for the first time or again. */
  doctors: doctorEditors,
  /** Active help lines that are hidden from people until a colleague has called them. */
  helpLines: moderators,
  /** Accounts that cannot sign in for now after too many failed attempts. */
  blocked: administrators,
  /** Accounts that sign in without a second factor. */
  withoutFactor: administrators,
} as const satisfies Record<string, readonly Role[]>;
export type HomeGroupName = keyof typeof homeGroups;

export const homeGroupNames = Object.keys(homeGroups) as [HomeGroupName, ...HomeGroupName[]];

/** The groups of a role, in their order. */
export const groupsOf = (role: Role) => homeGroupNames.filter((name) => homeGroups[name].includes(role));

/** Whether the records of a group are in another one too: cases of people in danger are open cases. */
export const isCountedTwice = (name: HomeGroupName) => name === 'crisis';

/** The maximum number of rows of a group. */
export const maxHomeRows = 5;

const HomeRow = z.object({
  /** Of the record; in the group of people to be looked at again, of their case. */
  id: Id,
  /** Of the record, or of the subject of a case. */
  kind: z.enum([...(Object.keys(kinds) as LoggedKind[]), 'person']),
  /** The first words of the record; of a case its reason, and of a look the outcome of the case. Never words of a person. */
  label: z.string(),
  /**
   * When a case began to wait, a look or an approval is due, a review, changes or a remark were asked for, a text was
   * saved, words or an announcement come into the app, a help line was last called, a doctor was last verified, or a block ends; null without one.
   */
  at: Instant.nullable(),
});
export type HomeRow = z.infer<typeof HomeRow>;

const HomeGroup = z.object({
  name: z.enum(homeGroupNames),
  /** The number of records in its list. */
  count: z.int(),
  /** The first of them, in the order of the list. */
  rows: z.array(HomeRow).max(maxHomeRows),
});
export type HomeGroup = z.infer<typeof HomeGroup>;

/**
 * `good`: as it should be; `failed`: the last try failed; `late`: it is overdue; `never`: there was none yet; `off`: the
 * desk does not do it.
 */
const checkStates = ['good', 'failed', 'late', 'never', 'off'] as const;

const HomeCheck = z.object({
  /** Mails about people in danger, news for the app, the seals of the log, backups. */
  name: z.enum(['mail', 'push', 'log', 'backup']),
  state: z.enum(checkStates),
  /** When a push was last taken or refused, the log was last checked, or a backup was last made; null otherwise. */
  at: Instant.nullable(),
});
export type HomeCheck = z.infer<typeof HomeCheck>;

/** The steps of the first week of a desk. */
export const firstSteps = ['factor', 'announcement', 'colleague', 'content', 'backup'] as const;

const FirstStep = z.object({ name: z.enum(firstSteps), isDone: z.boolean() });
export type FirstStep = z.infer<typeof FirstStep>;

/** Days after which a backup is late. */
export const backupDays = 2;
/** Minutes after which an entry of the log that has no seal is late. */
export const sealMinutes = 10;

const Home = z.object({
  groups: z.array(HomeGroup),
  /** For administrators; empty for other roles. */
  checks: z.array(HomeCheck),
  /** For administrators: all steps until every one is done, then none. */
  steps: z.array(FirstStep),
});
export type Home = z.infer<typeof Home>;

export const homeApi = {
  home: {
    read: route('GET /admin/home', {
      summary:
        'The work that waits for the caller, by the role: the number of records in each list, and the first ' +
        `${maxHomeRows} of them. For administrators also the state of mail, push, log and backups, and the first steps of a new desk.`,
      output: Home,
      roles: everyRole,
      failure: 'Failed to fetch the work that waits for you',
    }),
  },
};

/** Whether a check needs an administrator. */
export const isTrouble = ({ state }: HomeCheck) => state === 'failed' || state === 'late';

/** Whether anything waits for the caller. */
export const hasWork = ({ groups, checks, steps }: Home) =>
  groups.some(({ count }) => count > 0) || checks.some(isTrouble) || steps.length > 0;
