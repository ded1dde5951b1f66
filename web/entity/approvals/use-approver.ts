import type { Admin } from '#contract/auth.ts';
import { approvers } from '#contract/roles.ts';
import { useSession } from '#web/api/permissions.ts';

/** The signed-in account; null without one. */
export function useAdmin(): Admin | null {
  const session = useSession();
  return 'admin' in session ? session.admin : null;
}

/** Whether an account approves medical texts: it needs a qualification too. */
export const isApprover = (admin: Admin | null): admin is Admin =>
  admin !== null && admin.qualification !== '' && approvers.includes(admin.role);
