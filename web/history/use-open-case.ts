import { useState } from 'react';
import type { Area } from '#contract/areas.ts';
import { useAreas } from '#web/api/permissions.ts';
import type { CaseSubject } from '#web/history/open-case.tsx';

/**
 * Opens a case on a post, a comment or a person, or on content of an area. `openCase` is undefined for a role that does
 * not decide such cases; `asked` are the props of an `OpenCaseDialog`.
 */
export function useOpenCase(area: Area = 'moderation') {
  const mayOpen = useAreas('change').includes(area);
  const [subject, setSubject] = useState<CaseSubject>();
  const onClose = () => setSubject(undefined);
  return { openCase: mayOpen ? setSubject : undefined, asked: { opened: subject !== undefined, subject, onClose } };
}
