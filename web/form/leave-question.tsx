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
  form: {
    /** The form has unsaved changes. */
    changed: boolean;
    /** The form waits for an upload. */
    waiting: boolean;
    /** Set while the save waits for the connection. It is sent even after the form is left. */
    cancelQueued?: (() => void) | undefined;
    /** When the draft was last stored on this device. */
    draft: { kept: Kept | null };
  };
  /** The search parameters that keep this form open. Changes of others do not leave it. */
  open: readonly string[];
};

/** Asks before a changed form is left by a link, a button or the browser. */
export function LeaveQuestion({ form: { changed, waiting, cancelQueued, draft }, open }: LeaveQuestionProps) {
  const lost = draft.kept === 'off';
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const formOf = ({ pathname, search }: { pathname: string; search: object }) => {
        const parts: Record<string, unknown> = { ...search };
        return [pathname, ...open.map((name) => parts[name])];
      };
      return ((changed && (lost || !cancelQueued)) || waiting) && !same(formOf(current), formOf(next));
    },
    // When a tab is closed, the draft stays on this device. Without drafts the browser asks.
    enableBeforeUnload: () => changed && lost,
    withResolver: true,
  });
  return (
    <Confirm
      opened={leaving.status === 'blocked'}
      title="Leave without saving?"
      sentence="Your changes are not saved."
      consequence={lost ? consequences.lost : consequences[waiting ? 'waiting' : 'kept']}
      action="Leave"
      safe="Keep editing"
      harmless
      onConfirm={() => leaving.proceed?.()}
      onClose={() => leaving.reset?.()}
    />
  );
}
