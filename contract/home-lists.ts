import type { HomeGroupName } from '#contract/home.ts';

/** The page of a list, and the words of its address. */
type List = { to: string; search: Readonly<Record<string, string>> };

const cases = (search: List['search']): List => ({ to: '/admin/desk/moderation', search });
const texts = (state: string): List => ({ to: '/admin/desk/review', search: { state } });
const accounts = (show: string): List => ({ to: '/admin/desk/staff', search: { show } });

/** The list of each group, which has exactly the records that the group counts. */
export const homeLists: Record<HomeGroupName, List> = {
  crisis: cases({ lane: 'crisis' }),
  looks: cases({}),
  appealed: cases({ state: 'appealed' }),
  escalated: cases({ state: 'escalated' }),
  open: cases({}),
  mine: texts('mine'),
  returned: texts('returned'),
  remarks: texts('remarks'),
  overdue: texts('overdue'),
  due: texts('due'),
  unshown: texts('unshown'),
  scheduled: texts('scheduled'),
  announcements: { to: '/admin/desk/announcements', search: { state: 'scheduled' } },
  doctors: { to: '/admin/desk/doctors', search: { active: 'check-due' } },
  helpLines: { to: '/admin/desk/moderation/help-lines', search: { calls: 'due' } },
  blocked: accounts('blocked'),
  withoutFactor: accounts('no-factor'),
};
