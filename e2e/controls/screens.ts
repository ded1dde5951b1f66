import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { keptKinds, kinds } from '#contract/kinds.ts';
import type { Route } from '#contract/route.ts';
import { homeScreens } from '#e2e/controls/home.ts';
import { ladyDueScreens } from '#e2e/controls/lady-due.ts';
import { moderationScreens } from '#e2e/controls/moderation.ts';
import {
  type Controls,
  type Part,
  type Screen,
  about,
  all,
  bar,
  caseOn,
  entityScreens,
  finding,
  heading,
  historyOf,
  menu,
  notIncluded,
  approvalOf,
  reviewing,
} from '#e2e/controls/parts.ts';
import { giveApp } from '#e2e/support/staff.ts';
import { routesOf } from '#tests/records/kinds.ts';

const { account, appKeys, cases, comments, factors, history, images, posts, staff, users } = api;

const announcementsScreens = (): Screen[] => {
  const { create, update, remove } = api.announcements;
  const revisions = about('announcement', history.revisions);
  const row = (page: Page) => page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').first();
  const writing: Controls = {
    'textbox New announcement': create,
    'switch Active': create,
    'button Create announcement': create,
    'shortcut Save': create,
  };
  const dates: Controls = { 'textbox Show from': create, 'textbox Show until': create, 'button …8:00': create };
  const list: Part = {
    controls: {
      ...writing,
      ...dates,
      ...all('button ', { 'Disable …': update, 'Edit …': update, 'History …': revisions, 'Delete …': remove }),
    },
  };
  return [
    { ...list, path: () => 'announcements', shows: row },
    historyOf('announcement', list),
    {
      path: ({ announcement }) => `announcements?form=edit&announcement=${announcement}`,
      shows: row,
      // A read-only role sees the row instead of the editor.
      plain: ['button History …'],
      controls: { ...writing, ...dates, 'button Save Changes': update },
    },
    {
      onPhone: true,
      path: () => 'announcements',
      shows: row,
      controls: { ...writing, 'button Set dates': create, 'button Actions for …': revisions },
      opens: [menu('Actions for …', { Disable: update, Edit: update, History: revisions, Delete: remove })],
    },
  ];
};

const usersScreens = (): Screen[] => {
  const { list, setStatus, bulk, remove, export: file } = users;
  const person = (page: Page) => page.getByRole('link', { name: 'Ife Bello' });
  return [
    {
      path: ({ user }) => `users?user=${user}`,
      shows: (page) => page.getByRole('complementary', { name: 'User' }).getByRole('heading', { name: 'Ife Bello' }),
      plain: ['textbox Page of …', 'shortcut Show the one before or after, in the panel'],
      controls: {
        'button Export CSV': file,
        'checkbox Select …': bulk,
        'button Open a case on …': cases.open,
        'button Add a note': api.userNotes.add,
        ...all('button ', {
          'Verify …': setStatus,
          'Unverify …': setStatus,
          'Delete …': remove,
          User: list,
          'Joined …': list,
          Joined: list,
          Activity: list,
          'Copy …': list,
        }),
      },
      opens: [bar('Select …', bulk, ['Verify', 'Unverify'])],
    },
    {
      onPhone: true,
      path: () => 'users',
      shows: person,
      plain: ['button Filters and sort', 'button Page and rows', 'button … users, …'],
      controls: { 'button Export CSV': file, 'button Actions for …': list },
      opens: [menu('Actions for Ife Bello', { Verify: setStatus, Select: bulk, Delete: remove })],
    },
  ];
};

const awaScreens = (): Screen[] => {
  const { topics, secrets, communities } = api;
  const next = (page: Page) => page.keyboard.press('j');
  return [
    {
      path: () => 'awa',
      shows: (page) => page.getByRole('link', { name: /^Marked posts .* to look at/ }),
      controls: all('link ', {
        'Add topic …': topics.create,
        'Add secret …': secrets.create,
        'Add community …': communities.create,
      }),
    },
    ...entityScreens('topic', {
      detail: all('link ', { 'Add secret': secrets.create, 'Add community': communities.create }),
    }),
    ...entityScreens('secret', { form: { 'button Choose an image or drop it here': images.uploadForSecret } }),
    ...entityScreens('community'),
    {
      path: ({ post }) => `awa/posts?post=${post}`,
      shows: (page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem'),
      plain: [
        'button Display of posts',
        'button Show picture',
        'shortcut Next post',
        'shortcut Previous post',
        'shortcut Show the picture of the post, then open it',
        'shortcut Open the post with its comments',
        'shortcut Show the one before or after, in the panel',
        'button … comment: open the post …',
        'button … comments: open the post …',
      ],
      controls: {
        'checkbox Select the post …': posts.bulkRemove,
        'button Delete the post …': posts.remove,
        'button Delete post': posts.remove,
        'button Hide the post …': posts.setHidden,
        'button Hide post': posts.setHidden,
        'button Hide the comment …': comments.setHidden,
        'button Open a case on the post …': cases.open,
        'button Open a case on the post': cases.open,
        'button Open a case on the comment …': cases.open,
        'button Delete the comment …': comments.remove,
        'shortcut Select the post': posts.bulkRemove,
        'shortcut Select up to the post': posts.bulkRemove,
        'shortcut Hide the post, or all that are selected': posts.setHidden,
        'shortcut Delete the post, or all that are selected': [posts.remove, posts.bulkRemove],
      },
      opens: [bar('Select the post …', posts.bulkRemove, ['Hide', 'Delete'])],
      keys: {
        'shortcut Hide the post, or all that are selected': { key: 'h', focus: next },
        'shortcut Select the post': { key: 'x', focus: next },
        'shortcut Delete the post, or all that are selected': { key: 'Delete', focus: next },
      },
    },
  ];
};

/** A screen of My Cycle with the control above it and the checks of its form. */
const withRule = (screen: Screen): Screen => ({
  ...screen,
  plain: [...(screen.plain ?? []), finding],
  controls: { ...screen.controls, 'button Publishing: …': api.cycleRule.update },
});

const cycleScreens = (): Screen[] => {
  const { phases, weeks } = api;
  const quick = ['Deactivate'];
  const phase: Part = { controls: { 'button Add … phase': phases.create } };
  const week = (page: Page) => page.getByRole('link', { name: /Week 1$/ });
  const weekList: Part = {
    controls: {
      'button Add week': weeks.create,
      'button Add week …': weeks.create,
      'button Actions for …': weeks.update,
    },
  };
  return [
    {
      path: () => 'cycle',
      shows: (page) => heading(page, 'Kept phase'),
      controls: {
        ...phase.controls,
        'button Edit': phases.update,
        'button History of …': about('phase', history.revisions),
        ...approvalOf('phase'),
      },
    },
    {
      path: (ids) => `cycle?form=edit&phase=${ids.phase}`,
      shows: (page) => heading(page, /Kept phase/),
      // A read-only role sees the stored values instead of the form.
      plain: ['button History of …', ...reviewing],
      controls: {
        ...phase.controls,
        'button Save phase': phases.update,
        'button Schedule changes': phases.publish,
        'shortcut Save': phases.update,
      },
    },
    {
      path: () => 'cycle?form=new&name=luteal',
      shows: (page) => page.getByRole('form').or(heading(page, notIncluded)),
      controls: { ...phase.controls, 'button Save phase': phases.create, 'shortcut Save': phases.create },
    },
    historyOf('phase', phase),
    ...entityScreens('activity', { quick, detail: caseOn('activity') }),
    ...entityScreens('insight', { quick }),
    ...entityScreens('phase-description', { quick }),
    {
      path: (ids) => `cycle/pregnancy?pregnancy-week=${ids['pregnancy-week']}`,
      shows: (page) => heading(page, /^(Week 1|Kept pregnancy-week)$/),
      controls: {
        ...weekList.controls,
        'button Edit': weeks.update,
        ...caseOn('pregnancy-week'),
        'button History of …': about('pregnancy-week', history.revisions),
        ...approvalOf('pregnancy-week'),
      },
      opens: [menu('Actions for …', { Edit: weeks.update, Deactivate: weeks.update, Delete: weeks.remove })],
    },
    {
      path: () => 'cycle/pregnancy?form=new',
      shows: (page) => page.getByRole('form').or(heading(page, notIncluded)),
      controls: { ...weekList.controls, 'button Save pregnancy week': weeks.create, 'shortcut Save': weeks.create },
    },
    historyOf('pregnancy-week', weekList),
    { onPhone: true, ...weekList, path: () => 'cycle/pregnancy', shows: week },
    { path: () => 'cycle/settings', shows: (page) => heading(page, 'Pregnancy'), controls: {} },
  ];
};

/** The rows of the bin: one for each kind that can be deleted. */
const bin: Controls = {
  ...Object.fromEntries(
    keptKinds
      .filter((kind) => routesOf(kind).remove)
      .map((kind) => [
        `button Restore “${kind === 'pregnancy-week' ? 'Week …' : `… deleted ${kind}`}”`,
        about(kind, api.bin.restore),
      ]),
  ),
  'checkbox Select …': api.bin.restoreSelected,
};

/** The log and the bin: an action on a record there needs a role that may change its area. */
const reviewScreens = (): Screen[] => [
  {
    path: (ids) => `review?kind=phase-description&text=${ids['phase-description']}`,
    shows: (page) => page.getByRole('link', { name: 'Open the phase description' }),
    plain: ['shortcut Open the next text', 'shortcut Open the previous text'],
    controls: {
      'button Approve': api.cycleApprovals.approve,
      'shortcut Approve the text': api.cycleApprovals.approve,
      'button Ask for changes': api.cycleApprovals.askChanges,
      'shortcut Ask for changes to the text': api.cycleApprovals.askChanges,
      'button Recall a sentence': [api.recall.find, api.recall.act],
      'button Add a remark': api.cycleRemarks.add,
      'shortcut Add a remark': api.cycleRemarks.add,
    },
  },
];

const logScreens = (): Screen[] => [
  {
    path: () => 'activity',
    shows: (page) => page.getByRole('list', { name: 'Today' }),
    plain: ['button Days …', 'button Show older'],
    controls: {
      'button Export': history.export,
      'button Check the log': history.check,
      ...Object.fromEntries(
        keptKinds.map((kind) => [`button Undo: … the ${kinds[kind].one} …`, about(kind, history.undo)]),
      ),
    },
  },
  {
    path: () => 'bin',
    shows: (page) => page.getByRole('list', { name: 'Deleted' }),
    controls: bin,
    opens: [bar('Select …', api.bin.restoreSelected, ['Restore'])],
  },
  {
    path: ({ deleted }) => `bin?deleted=${deleted}&deletedKind=announcement`,
    shows: (page) => page.getByRole('list', { name: 'Deleted' }),
    controls: { ...bin, 'button Restore': about('announcement', api.bin.restore) },
  },
];

const accountScreens = (): Screen[] => {
  const own: Controls = {
    'button Save name': account.rename,
    'switch Send me the mail of the day': account.setDailyMail,
    'button Change password': account.changePassword,
    'shortcut Save': [account.rename, account.changePassword],
    'button End all others': account.endOthers,
    'button End …': account.endSession,
  };
  const page = {
    path: () => 'account',
    shows: (one: Page) => one.getByRole('list', { name: 'Sessions' }),
    plain: ['button Show password'],
  };
  return [
    { ...page, controls: { ...own, 'button Add an authenticator app': [factors.startTotp, factors.addTotp] } },
    {
      path: () => 'staff',
      shows: (one) => one.getByRole('table', { name: 'Accounts' }),
      controls: { 'button Invite': staff.invite, 'button Actions for …': staff.update },
      opens: [
        menu('Actions for Ada Obi', {
          Edit: staff.update,
          'New password link': staff.reset,
          'Lift sign-in block': staff.unlock,
          'Remove second factor': staff.removeFactors,
          Disable: staff.update,
        }),
      ],
    },
    {
      path: () => 'staff/app',
      shows: (one) => one.getByRole('list', { name: 'Keys' }),
      controls: { 'button Make a key': appKeys.make, 'button Revoke …': appKeys.revoke },
      plain: ['button Copy the address', 'button Copy the call'],
    },
    {
      ...page,
      before: giveApp,
      shows: (one) => one.getByRole('list', { name: 'Your second factors' }),
      controls: { ...own, 'button Remove …': factors.remove, 'button Make recovery codes': factors.makeRecoveryCodes },
    },
  ];
};

/** Every screen, with its dialogs and menus. */
export const screens: readonly Screen[] = [
  ...usersScreens(),
  ...cycleScreens().map(withRule),
  ...ladyDueScreens(),
  ...awaScreens(),
  ...moderationScreens(),
  ...entityScreens('doctor', {
    quick: ['Deactivate', 'Mark as busy', 'Mark as unavailable'],
    head: { menu: 'Export and import', actions: { Export: api.doctorFile.export, Import: api.doctorFile.import } },
    detail: { ...caseOn('doctor'), 'button Record a check': api.doctors.verify },
    selected: { 'button Still right': api.doctors.verify },
    form: { 'button Choose an image or drop it here': images.uploadForDoctor },
  }),
  ...announcementsScreens(),
  ...homeScreens,
  ...reviewScreens(),
  ...logScreens(),
  ...accountScreens(),
];

/** Calls that no control of these screens makes, each with the reason. */
export const withoutControl = new Map<Route, string>([
  ...[api.cycleApprovals.withdraw, api.ladyDueApprovals.withdraw].map(
    (route) => [route, 'only an approved text has it: see approvals.spec.ts'] as const,
  ),
  ...[api.cycleApprovals.withdrawRequest, api.ladyDueApprovals.withdrawRequest].map(
    (route) => [route, 'only a text with a request has it: see approvals.spec.ts'] as const,
  ),
  [api.ladyDueRemarks.add, 'Review has it for a card as for a phase description'],
  ...[api.cycleRemarks, api.ladyDueRemarks].flatMap(({ reply, resolve, remove }) =>
    [reply, resolve, remove].map((route) => [route, 'only a text with a remark has it: see remarks.spec.ts'] as const),
  ),
  ...[api.cycleApprovals.exempt, api.ladyDueApprovals.exempt].map(
    (route) => [route, 'only where approvals are required: see approvals.spec.ts'] as const,
  ),
  ...[api.cards, api.phases, api.activities, api.insights, api.descriptions, api.weeks].flatMap((calls) =>
    [calls.publish, calls.cancelNext, calls.backToShown].map(
      (route) => [route, 'only words that the app does not show have it: see editions.spec.ts'] as const,
    ),
  ),
  ...[api.userNotes.remove, api.userNotes.restore].map(
    (route) => [route, 'only a person with a note has it: see user-notes.spec.ts'] as const,
  ),
  ...Object.values(api.savedViews).map((one) => [one, 'in every filter bar: see saved-views.spec.ts'] as const),
  [api.defaultTexts.add, 'only an empty list has it: see moderation.spec.ts'],
  [api.sources.mark, 'only a citation has it: see sources.spec.ts'],
  [api.crisisCare.takeBack, 'only a message of the last minute has it: see safety.spec.ts'],
  [api.looks.done, 'only a person who is to be looked at again has it: see safety.spec.ts'],
  [api.rota.remove, 'only a shift has it: see moderation-rota.spec.ts'],
  ...[api.auth.askToConfirm, api.auth.confirm].map((route) => [route, 'asked in the middle of other calls'] as const),
  ...[factors.startPasskey, factors.addPasskey].map(
    (route) => [route, 'passkeys need a desk that is opened by a name: see factors.spec.ts'] as const,
  ),
]);
