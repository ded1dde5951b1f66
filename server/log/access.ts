import { type Area, areaRoles } from '#contract/areas.ts';
import type { Admin } from '#contract/auth.ts';
import { notAllowed } from '#server/http/failure.ts';

/**
 * Throws 403 unless the role of the account may look at the area, or change it. For the calls of the log: the guard
 * lets through every role with access to any area.
 */
export function expectAccess({ role }: Admin, area: Area, what: 'look' | 'change') {
  if (!areaRoles[area][what].includes(role)) throw notAllowed();
}
