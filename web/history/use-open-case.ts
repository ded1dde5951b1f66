import { useState } from 'react';
import { useAreas } from '#web/api/permissions.ts';
import type { CaseSubject } from '#web/history/open-case.tsx';

/**
 * Opens a case on a post, a comment or a person. `openCase` is undefined for a role that may not change moderation;
 * `asked` are the props of an `OpenCaseDialog`. Each page loads that from a file of its own, so that its contract stays
 * in the chunk of moderation.
 */
export function useOpenCase() {
  const mayOpen = useAreas('change').includes('moderation');
  const [subject, setSubject] = useState<CaseSubject>();
  const onClose = () => setSubject(undefined);
  return { openCase: mayOpen ? setSubject : undefined, asked: { opened: subject !== undefined, subject, onClose } };
}
