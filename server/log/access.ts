import type { Admin } from '#contract/auth.ts';
import type { Area } from '#contract/kinds.ts';
import { areaRoles } from '#contract/roles.ts';
import { notAllowed } from '#server/http/failure.ts';

/**
 * Throws 403 unless the role of the account may look at an area, or change it: for the calls of the log, which the guard
 * lets everybody make who may do so in any area.
 */
export function expectAccess({ role }: Admin, area: Area, what: 'look' | 'change') {
  if (!areaRoles[area][what].includes(role)) throw notAllowed();
}
