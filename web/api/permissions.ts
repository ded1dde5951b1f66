import { useState, useSyncExternalStore } from 'react';
import { areasOf } from '#contract/areas.ts';
import { type Role, everyRole } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import { onSessionChange, sessionState } from '#web/api/session.ts';

/** The current session. */
export const useSession = () => useSyncExternalStore(onSessionChange, sessionState, sessionState);

/** The role of the signed-in account; null without one. */
export function useRole(): Role | null {
  const session = useSession();
  return 'admin' in session ? session.admin.role : null;
}

/** Returns whether the account's role includes a route, or a feature with `roles`. */
export function usePermission() {
  const role = useRole();
  return (what: Pick<Route, 'roles'> | undefined) => role !== null && (what?.roles.includes(role) ?? false);
}

/** The areas that the signed-in account may view, or change. */
export function useAreas(what: 'look' | 'change') {
  const role = useRole();
  return role === null ? [] : areasOf(role, what);
}

/**
 * Whether the role includes a route, or did when the form or page was opened: it stays open when the role changes, so
 * that nothing typed is lost. `opened` identifies the open form or page.
 */
export function usePermissionWhileOpen(what: Pick<Route, 'roles'> = { roles: everyRole }, opened = '') {
  const may = usePermission()(what);
  const [included, setIncluded] = useState<string>();
  if (may && included !== opened) setIncluded(opened);
  return may || included === opened;
}
