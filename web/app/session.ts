import { useSyncExternalStore } from 'react';
import { onSessionChange, sessionState } from '#web/api/session.ts';

/** Who is signed in. */
export const useSession = () => useSyncExternalStore(onSessionChange, sessionState);
