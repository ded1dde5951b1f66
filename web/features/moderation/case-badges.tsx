import {
  IconAlertTriangle,
  IconEyeOff,
  IconFlag,
  IconFileText,
  IconHourglass,
  IconUserShield,
} from '@tabler/icons-react';
import { type CaseState, type ReportReason, caseStates, reportReasons } from '#contract/case-states.ts';
import { type BadgeState, StatusBadge } from '#web/ui/status-badge.tsx';

/** The reason of a case; the graver ones stand out, and those of people who may be in danger have their own icon. */
export function ReasonBadge({ reason }: { reason: ReportReason }) {
  const { label, severity, lane } = reportReasons[reason];
  const icon = lane === 'crisis' ? IconAlertTriangle : IconFlag;
  return <StatusBadge state={{ word: label, look: severity > 3 ? 'warning' : 'draft', icon }} />;
}

const states = {
  open: { look: 'outlined', icon: IconHourglass },
  escalated: { look: 'scheduled', icon: IconUserShield },
  appealed: { look: 'scheduled', icon: IconFileText },
  decided: { look: 'good', icon: IconFileText },
  gone: { look: 'outlined', icon: IconEyeOff },
} as const satisfies Record<CaseState, Omit<BadgeState, 'word'>>;

export const StateBadge = ({ state }: { state: CaseState }) => (
  <StatusBadge state={{ word: caseStates[state], ...states[state] }} />
);

/** A text that the app does not show. */
export const HiddenText = () => <StatusBadge state={{ word: 'Hidden', look: 'outlined', icon: IconEyeOff }} />;
