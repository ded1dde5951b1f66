import { reportReasons } from '#contract/case-states.ts';
import { moderationApi } from '#contract/moderation.ts';
import { OpenCaseDialog, type OpenCaseProps } from '#web/history/open-case.tsx';

/** Opens a case on a user. */
export const UserOpenCase = (props: Omit<OpenCaseProps, 'cases' | 'reasons'>) => (
  <OpenCaseDialog {...props} cases={moderationApi.cases} reasons={reportReasons} />
);
