import { type Area, areaRoles } from '#contract/areas.ts';
import { type Kind, addressOf, capital, kinds } from '#contract/kinds.ts';
import { type Role, everyRole, writers } from '#contract/roles.ts';
import type { SearchedKind } from '#contract/search.ts';
import { accountPages, areas, areasFor, homePage, rolesOf, tabs } from '#web/app/areas.ts';
import { placeOf } from '#web/lib/place-of.ts';
import type { ShellLayer } from '#web/lib/shell-layer.ts';

/** A page of the desk, with its search parameters. */
export type Address = { to: string; search?: Readonly<Record<string, string | boolean>> };

/** An action of the account menu or the header. */
export type DeskAction = Exclude<ShellLayer, 'palette'> | 'light' | 'dark' | 'auto' | 'logout';

/** An entry of the command palette that leads to a page, or to a control of that page. */
export type PaletteItem = Address & {
  label: string;
  /** The area of a page, or the place of a record. */
  note?: string;
  /** The name of the control of the page that is pressed; a field gets the focus. A name may end with `…`. */
  press?: string;
  /** The name of the button whose menu has the control in narrow windows. */
  menu?: string;
  /** The action on the desk itself, from any page. */
  does?: DeskAction;
  /** The id of the saved view that it opens. */
  view?: string;
};

/** The pages that a role may open, in the order of the menus. */
export function pagesFor(role: Role): PaletteItem[] {
  const titles = new Map<Area, string>(areas.map(({ area, label }) => [area, label]));
  const open = tabs.filter((tab) => rolesOf(tab).includes(role));
  const tabsOf = (of: Area, note: string) =>
    open.flatMap(({ area, to, label }) => (area === of ? [{ to, label, note }] : []));
  const own = (page: PaletteItem) => [page];
  return [
    { to: homePage.to, label: 'Home' },
    ...areasFor(role).flatMap(({ area, to, label }) => own({ to, label }).concat(tabsOf(area, titles.get(area) ?? ''))),
    ...accountPages.filter(({ roles }) => roles.includes(role)).map(({ to, label }) => ({ to, label })),
    ...tabsOf('staff', 'Staff'),
  ];
}

const administrators = areaRoles.staff.change;
const ladyDue = '/admin/desk/lady-due';
const cycle = addressOf('phase');
const doctors = addressOf('doctor');
const doctorFiles = 'Export and import';
const rota = addressOf('shift');
const activity = '/admin/desk/activity';
const account = '/admin/desk/account';

type Command = PaletteItem & { roles: readonly Role[] };

type Presses = Readonly<Record<string, string>>;

const on = (note: string, to: string, roles: readonly Role[], presses: Presses, menu = ''): Command[] =>
  Object.entries(presses).map(([label, press]) => ({ label, note, to, press, menu, roles }));

/** The kinds whose records are added on their own page, below no parent that is to be chosen first. */
const added = [
  'doctor',
  'category',
  'activity',
  'insight',
  'phase-description',
  'pregnancy-week',
  'topic',
  'secret',
  'community',
  'rule',
  'template',
  'playbook',
  'help-line',
] as const satisfies readonly Kind[];

const adding = (kind: Kind): Command => {
  const { one, area } = kinds[kind];
  const to = area === 'lady-due' ? ladyDue : addressOf(kind);
  return { label: `Add ${one}`, to, search: { form: 'new' }, roles: areaRoles[area].change };
};

const onDesk: Readonly<Record<DeskAction, { label: string; roles?: readonly Role[] }>> = {
  undo: { label: 'Undo my last change', roles: writers },
  keys: { label: 'Keyboard shortcuts' },
  light: { label: 'Light theme' },
  dark: { label: 'Dark theme' },
  auto: { label: 'Theme as the system' },
  logout: { label: 'Logout' },
};

/** The main actions of the desk. An action on one record begins at the record. */
export const commands: readonly Command[] = [
  ...added.map(adding),
  ...on('Announcements', '/admin/desk/announcements', areaRoles.announcements.change, {
    'Write an announcement': 'New announcement',
  }),
  ...on(
    'Lady Due',
    ladyDue,
    areaRoles['lady-due'].change,
    { 'Create Default': 'Create Default', Import: 'Import', 'Open on a phone': 'Open on a phone' },
    'Actions for Lady Due',
  ),
  ...on('Lady Due', ladyDue, areaRoles['lady-due'].look, { Export: 'Export' }, 'Actions for Lady Due'),
  ...on('Doctors', doctors, areaRoles.doctors.change, { Import: 'Import' }, doctorFiles),
  ...on('Doctors', doctors, areaRoles.doctors.look, { Export: 'Export' }, doctorFiles),
  ...on('Lady Due', ladyDue, administrators, { Publishing: 'Publishing: …' }),
  ...on('My Cycle', cycle, administrators, { Publishing: 'Publishing: …' }),
  ...on('Users', '/admin/desk/users', administrators, { 'Export CSV': 'Export CSV' }),
  ...on('Figures', '/admin/desk/moderation/figures', areaRoles.moderation.look, { 'Export CSV': 'Export CSV' }),
  ...on('Rota', rota, administrators, { 'Add a shift': 'Add a shift', 'Name a clinician': 'Name a clinician' }),
  ...on('Activity', activity, administrators, { Export: 'Export', 'Check the log': 'Check the log' }),
  { label: 'Invite', note: 'Staff', to: '/admin/desk/staff', search: { invite: true }, roles: administrators },
  ...on('App', '/admin/desk/staff/app', administrators, { 'Make a key': 'Make a key' }),
  ...on('My account', account, everyRole, {
    'Change name': 'Name',
    'Change password': 'Current password',
    'Add an authenticator app': 'Add an authenticator app',
    'End all others': 'End all others',
  }),
  ...Object.entries(onDesk).map(([does, { label, roles = everyRole }]) => ({
    label,
    to: '',
    does: does as DeskAction,
    roles,
  })),
];

/** The main actions whose calls a role may make. */
export const actionsFor = (role: Role): PaletteItem[] => commands.filter(({ roles }) => roles.includes(role));

/** The page that opens a found record. */
export function addressOfFound(kind: SearchedKind, id: string): Address {
  if (kind === 'account') return { to: '/admin/desk/staff' };
  if (kind === 'user' || kind === 'post' || kind === 'case') return { to: addressOf(kind), search: { [kind]: id } };
  return placeOf(kind, id);
}

/** The words for a found record without a label. */
export const unnamed = (kind: SearchedKind) => (kind === 'user' ? 'No name' : capital(kinds[kind].one));
