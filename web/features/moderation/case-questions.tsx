import { isContent } from '#contract/kinds.ts';
import { type Case, moderationApi } from '#contract/moderation.ts';
import { change } from '#web/api/change.ts';
import { QuestionDialog } from '#web/features/moderation/question-dialog.tsx';

const { cases } = moderationApi;

type EscalateProps = {
  opened: boolean;
  of: Case;
  onDone: () => void;
  onFailed: () => void;
  onClose: () => void;
};

/** Passes a case to the administrators with a note, or back to the moderators, or editors. */
export function EscalateDialog({ of: { id, version, state, subject }, ...rest }: EscalateProps) {
  const back = state === 'escalated';
  const colleagues = isContent(subject.kind) ? 'editors' : 'moderators';
  return (
    <QuestionDialog
      {...rest}
      title={back ? `Hand back to the ${colleagues}?` : 'Pass to an administrator?'}
      label="Note"
      description="Colleagues read it in the case."
      maxLength={1000}
      action={back ? 'Hand back' : 'Escalate'}
      busyLabel={back ? 'Handing back' : 'Escalating'}
      send={(note) => change(cases.escalate, { id, version, note, back })}
    />
  );
}

type RevealProps = { opened: boolean; of: Case; onRevealed: (personId: string) => void; onClose: () => void };

/** Asks for the reason before the person of a case is revealed. */
export const RevealDialog = ({ of: { id, person }, onRevealed, ...rest }: RevealProps) => (
  <QuestionDialog
    {...rest}
    title={`Reveal ${person}?`}
    sentence="You see the account of the person. The log says that you looked, and why."
    label="Reason"
    minLength={10}
    maxLength={200}
    action="Reveal the person"
    busyLabel="Revealing"
    send={async (reason) => (await change(cases.reveal, { id, reason })).output.personId}
    onDone={onRevealed}
  />
);
