import { useMutation } from '@tanstack/react-query';
import { authRoutes } from '#contract/auth.ts';
import { CallError, call } from '#web/api/call.ts';
import { leave, sessionState } from '#web/api/session.ts';

/**
 * A session that is over already counts as signed out. If the session now belongs to another account, it must not be
 * ended here.
 */
export function useSignOut() {
  return useMutation({
    mutationFn: () =>
      call(authRoutes.signOut, {}, { signInAgain: false }).catch((error: unknown) => {
        if (!(error instanceof CallError) || error.status !== 401) throw error;
      }),
    onSuccess: () => {
      if (sessionState().status !== 'replaced') leave();
    },
  });
}
