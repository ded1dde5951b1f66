import { useBlocker } from '@tanstack/react-router';
import type { Kept } from '#web/drafts/draft-keeper.ts';
import { same } from '#web/lib/field-diff.ts';
import { Confirm } from '#web/ui/confirm.tsx';

const consequences = {
  lost: 'This device does not keep it either: it is lost when you leave.',
  kept: 'It stays on this device for 30 days, to go on with.',
  waiting: 'It stays on this device, but not the picture that you chose: it is not uploaded yet.',
};

type LeaveQuestionProps = {
  /** Something is typed that is not saved. */
  changed: boolean;
  /** Something is under way that the form waits for, such as an upload. */
  waiting: boolean;
  /** When what is typed was kept on this device last. */
  kept: Kept | null;
  /** The names of the search parameters that open this form. A change of others does not leave it. */
  open: readonly string[];
};

/** Asks before somebody leaves a changed form, by a link, a button or the browser. */
export function LeaveQuestion({ changed, waiting, kept, open }: LeaveQuestionProps) {
  const lost = kept === 'off';
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const formOf = ({ pathname, search }: { pathname: string; search: object }) => {
        const parts: Record<string, unknown> = { ...search };
        return [pathname, ...open.map((name) => parts[name])];
      };
      return (changed || waiting) && !same(formOf(current), formOf(next));
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
      safe="Keep writing"
      harmless
      onConfirm={() => leaving.proceed?.()}
      onClose={() => leaving.reset?.()}
    />
  );
}
