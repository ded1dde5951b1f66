import { useCallback } from 'react';
import { fillTexts } from '#contract/placeholders.ts';
import { useSession } from '#web/api/permissions.ts';

/** Returns a function that fills in the placeholders of the texts of a value, for previews of the app. */
export function usePlaceholders() {
  const session = useSession();
  const values = 'placeholders' in session ? session.placeholders : undefined;
  return useCallback(<T>(value: T): T => (values ? fillTexts(value, values) : value), [values]);
}
