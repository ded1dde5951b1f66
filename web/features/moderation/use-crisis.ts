import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { type Case, blankErrorOf, moderationApi } from '#contract/moderation.ts';
import { type HelpLinePurpose, type Playbook, safetyApi } from '#contract/safety.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePlaceholders } from '#web/api/placeholders.ts';
import { keyOf, query } from '#web/api/query.ts';
import { type CaseDraft, firstBlank } from '#web/features/moderation/case-draft.ts';
import { asPersonReads, withMessageSent, withPlaybook } from '#web/features/moderation/crisis-draft.ts';
import { harmsOf, offeredLines, playbooksFor } from '#web/features/moderation/crisis-words.ts';
import { toldWithUndo } from '#web/history/use-undo-toast.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { showToast } from '#web/ui/toast-store.ts';

const { crisisCare, helpLineCalls, helpLines, playbooks } = safetyApi;

/** The messages, agreements and looks of a case of a person who may be in danger. */
export const useCare = ({ id, lane }: Pick<Case, 'id' | 'lane'>) =>
  useQuery({ ...query(crisisCare.care, { id }), staleTime: 0, enabled: lane === 'crisis' });

export type Care = ReturnType<typeof useCare>;

/** The help lines for these needs that may be offered now. */
export function useOfferedLines(purposes: readonly HelpLinePurpose[]) {
  const now = useNow(serverNow);
  const lines = useQuery(query(helpLines.list, {}));
  const calls = useQuery(query(helpLineCalls.list, {}));
  return {
    queries: [lines, calls],
    isPending: lines.isPending || calls.isPending,
    lines: offeredLines(lines.data?.helpLines ?? [], calls.data?.calls ?? [], purposes, now),
  };
}

/** Takes back messages of the account. */
export function useTakeBackMessage() {
  const client = useQueryClient();
  const takeBack = async (id: string) => {
    await change(crisisCare.takeBack, { id });
    // Before other calls are repeated: the outcome is no message any more.
    await client.invalidateQueries({ queryKey: keyOf(crisisCare.care) });
    return null;
  };
  return {
    takeBack,
    /** Shows a message as sent, with Undo. */
    tell: (id: string) => {
      const content = toldWithUndo(
        client,
        'Sent the message. The person can read it in a minute.',
        'Took back the message',
        () => takeBack(id),
      );
      showToast(content.message, content);
    },
  };
}

type Options = {
  of: Case;
  draft: CaseDraft;
  onDraft: (draft: CaseDraft) => void;
  /** The case is one of a person who may be in danger, and can be decided. */
  isOn: boolean;
  /** The field of the message. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called after a message was sent. */
  onSent: () => void;
};

/** Writes and sends the message to a person who may be in danger. */
export function useReachOut({ of, draft, onDraft, isOn, field, onSent }: Options) {
  const client = useQueryClient();
  const list = useQuery({ ...query(playbooks.list, {}), enabled: isOn });
  const fill = usePlaceholders();
  const fittingOf = (all: readonly Playbook[]) => playbooksFor(all, harmsOf(of)).map((one) => asPersonReads(one, fill));
  const fitting = fittingOf(list.data?.playbooks ?? []);
  const [isOpen, setOpen] = useState(draft.message !== '');
  const [checked, setChecked] = useState(false);
  const { tell } = useTakeBackMessage();
  const text = draft.message.trim();
  const blankError = blankErrorOf(text);
  /** Selects the first blank of the message, if it is still this one: the next key must not replace new words. */
  const show = (message: string) => {
    const written = field.current;
    giveFocus(written);
    written?.scrollIntoView({ block: 'nearest' });
    if (written?.value !== message) return;
    const { start, end } = firstBlank(message) ?? { start: message.length, end: message.length };
    written.setSelectionRange(start, end);
  };
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async () => {
      const { id, version } = of;
      const input = { id, version, playbookId: draft.playbookId, text, language: draft.messageLanguage };
      return (await change(crisisCare.send, input)).output;
    },
    onSuccess: async ({ id }) => {
      tell(id);
      // The decision is about the version after this.
      const changed = [crisisCare.care, moderationApi.cases.get];
      await Promise.all(changed.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
      setOpen(false);
      onDraft(withMessageSent(draft));
      onSent();
    },
    // Only the case is read again: the message stays.
    onError: (failure) =>
      failure instanceof CallError && [409, 412].includes(failure.status)
        ? client.invalidateQueries({ queryKey: keyOf(moderationApi.cases.get) })
        : undefined,
  });
  const wrong = text === '' ? 'Write the message that the person reads' : blankError;
  return {
    playbooks: fitting,
    queries: isOn ? [list] : [],
    isPending: list.isPending,
    isOpen,
    /** A blank is shown as an error while the message has one. */
    error: blankError ?? (checked ? wrong : undefined) ?? fieldOf(error, 'text'),
    failed: error ? explain(error) : undefined,
    isSending: isPending,
    /** Opens the message, which starts from the first playbook. */
    open: async () => {
      const read = await client.ensureQueryData(query(playbooks.list, {})).catch(() => undefined);
      const all = fittingOf(read?.playbooks ?? []);
      const next = draft.message === '' ? withPlaybook(draft, all) : draft;
      setOpen(true);
      if (next !== draft) onDraft(next);
      // The field appears with this render.
      setTimeout(() => show(next.message));
    },
    close: () => {
      reset();
      setOpen(false);
    },
    send: () => {
      if (isPending) return;
      setChecked(wrong !== undefined);
      if (wrong === undefined) mutate();
      else show(draft.message);
    },
  };
}

const fieldOf = (error: unknown, field: string) =>
  error instanceof CallError ? error.fields.find(({ path }) => path === field)?.message : undefined;

export type ReachOut = ReturnType<typeof useReachOut>;
