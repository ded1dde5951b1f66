import { describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { keptKinds, listName, parentOf } from '#contract/kinds.ts';
import { everyRole } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import { searchedKinds } from '#contract/search.ts';
import { accountPages, areas, homePage, rolesOf, tabs } from '#web/app/areas.ts';
import { actionsFor, addressOfFound, commands, pagesFor } from '#web/app/palette-items.ts';

test.each(everyRole)('a %s has every page of the menus, and no other', (role) => {
  const shown = [...areas, ...tabs].filter((page) => rolesOf(page).includes(role)).map(({ to }) => to);
  const others = [homePage, ...accountPages].filter(({ roles }) => roles.includes(role)).map(({ to }) => to);
  expect(
    pagesFor(role)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([...shown, ...others].toSorted());
});

/** The call of each action, by its label and, where several actions have the label, its place. */
const calls: Record<string, Route> = {
  'Write an announcement': api.announcements.create,
  'Create Default': api.ladyDue.createDefault,
  'Import Lady Due': api.ladyDue.import,
  'Import Doctors': api.doctorFile.import,
  'Export Doctors': api.doctorFile.export,
  'Open on a phone': api.ladyDuePreview.createLink,
  'Export Lady Due': api.ladyDue.export,
  'Publishing Lady Due': api.ladyDueRule.update,
  'Publishing My Cycle': api.cycleRule.update,
  'Export CSV Users': api.users.export,
  'Export CSV Figures': api.moderationFigures.export,
  'Add a shift': api.rota.add,
  'Name a clinician': api.clinician.update,
  'Export Activity': api.history.export,
  'Check the log': api.history.check,
  Invite: api.staff.invite,
  'Make a key': api.appKeys.make,
  'Change name': api.account.rename,
  'Change password': api.account.changePassword,
  'Add an authenticator app': api.factors.startTotp,
  'End all others': api.account.endOthers,
  'Undo my last change': api.history.undo,
};

describe('an action is for the roles of its call', () => {
  const adding = new Map<string, Route>(
    keptKinds.flatMap((kind) => {
      const { create } = (api as Partial<Record<string, { create?: Route }>>)[listName(kind)] ?? {};
      return create ? [[`Add ${kind.replaceAll('-', ' ')}`, create] as const] : [];
    }),
  );
  test.each(
    commands.filter(({ does = 'undo' }) => does === 'undo').map((command) => [command.label, command] as const),
  )('%s', (label, { note = '', roles }) => {
    const route = adding.get(label) ?? calls[label] ?? calls[`${label} ${note}`];
    expect(roles).toEqual(route?.roles);
  });

  test('each kind is added, but for children of a record and phases, of which each exists once', () => {
    const labels = new Set(commands.map(({ label }) => label));
    const without = keptKinds.filter((kind) => !labels.has(`Add ${kind.replaceAll('-', ' ')}`));
    expect(without).toEqual(['announcement', 'section', 'card', 'phase']);
    expect(parentOf('section') && parentOf('card')).toBe('section');
  });
});

test('no two entries of a role look the same', () => {
  for (const role of everyRole) {
    const shown = [...pagesFor(role), ...actionsFor(role)].map(({ label, note = '' }) => `${label} ${note}`);
    expect(new Set(shown).size).toBe(shown.length);
  }
});

test('each found record has a page of the desk', () => {
  const known = new Set<string>([...areas, ...tabs, ...accountPages].map(({ to }) => to));
  for (const kind of searchedKinds) expect(known.has(addressOfFound(kind, 'id').to), kind).toBe(true);
});
