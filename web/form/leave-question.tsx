import { useBlocker } from '@tanstack/react-router';
import type { Kept } from '#web/drafts/draft-keeper.ts';
import { same } from '#web/lib/field-diff.ts';
import { Confirm } from '#web/ui/confirm.tsx';

const consequences = {
  lost: 'This device can’t keep a draft, so your text is lost if you leave.',
  kept: 'A draft stays on this device for 30 days, so you can continue later.',
  waiting: 'A draft stays on this device, but without the picture you chose: it is not uploaded yet.',
};

type LeaveQuestionProps = {
  /** Something is typed that is not saved. */
  changed: boolean;
  /** It is saved once the connection is back, also when the form is left. */
  queued: boolean;
  /** Something is under way that the form waits for, such as an upload. */
  waiting: boolean;
  /** When what is typed was kept on this device last. */
  kept: Kept | null;
  /** The names of the search parameters that open this form. A change of others does not leave it. */
  open: readonly string[];
};

/** Asks before somebody leaves a changed form, by a link, a button or the browser. */
export function LeaveQuestion({ changed, queued, waiting, kept, open }: LeaveQuestionProps) {
  const lost = kept === 'off';
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const formOf = ({ pathname, search }: { pathname: string; search: object }) => {
        const parts: Record<string, unknown> = { ...search };
        return [pathname, ...open.map((name) => parts[name])];
      };
      return ((changed && (lost || !queued)) || waiting) && !same(formOf(current), formOf(next));
    },
    // When a tab is closed, the draft stays on this device. Without drafts the browser asks.
    enableBeforeUnload: () => changed && lost,
    withResolver: true,
  });
  return (
    <Confirm
      opened={leaving.status === 'blocked'}
      title="Leave without saving?"
      sentence="What you typed is not saved."
      consequence={lost ? consequences.lost : consequences[waiting ? 'waiting' : 'kept']}
      action="Leave"
      safe="Keep editing"
      harmless
      onConfirm={() => leaving.proceed?.()}
      onClose={() => leaving.reset?.()}
    />
  );
}
