import { useState, useSyncExternalStore } from 'react';
import { type Role, areasOf, everyRole } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import { onSessionChange, sessionState } from '#web/api/session.ts';

/** Who is signed in. */
export const useSession = () => useSyncExternalStore(onSessionChange, sessionState);

/** The role of whoever is signed in; null when nobody is. */
export function useRole(): Role | null {
  const session = useSession();
  return 'admin' in session ? session.admin.role : null;
}

/** Says of a call, or of what is for several roles, whether the role of whoever is signed in includes it. */
export function useMay() {
  const role = useRole();
  return (what: Pick<Route, 'roles'> | undefined) => role !== null && (what?.roles.includes(role) ?? false);
}

/** The areas that whoever is signed in may look at, or change. */
export function useAreas(what: 'look' | 'change') {
  const role = useRole();
  return role === null ? [] : areasOf(role, what);
}

/**
 * Whether the role includes a call, or did when what is open was opened: a form, or a page, stays when the role changes
 * meanwhile, so that nothing typed is lost. `opened` names what is open.
 */
export function useMayFor(what: Pick<Route, 'roles'> = { roles: everyRole }, opened = '') {
  const may = useMay()(what);
  const [included, setIncluded] = useState<string>();
  if (may && included !== opened) setIncluded(opened);
  return may || included === opened;
}
