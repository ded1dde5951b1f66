import { useState } from 'react';
import { useAreas } from '#web/api/permissions.ts';
import type { CaseSubject } from '#web/history/open-case.tsx';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';

// The contract of moderation loads with the dialog, as other areas use it too.
const OpenCaseDialog = lazyLayer('question', async () => (await import('#web/history/open-case.tsx')).OpenCaseDialog);

/**
 * Opens a case on a post, a comment or a person. `openCase` is undefined for a role that may not change moderation;
 * `dialog` belongs on the page.
 */
export function useOpenCase() {
  const mayOpen = useAreas('change').includes('moderation');
  const [subject, setSubject] = useState<CaseSubject>();
  const close = () => setSubject(undefined);
  return {
    openCase: mayOpen ? setSubject : undefined,
    dialog: mayOpen && <OpenCaseDialog opened={subject !== undefined} subject={subject} onClose={close} />,
  };
}
