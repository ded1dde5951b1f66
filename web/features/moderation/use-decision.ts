import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Case, blankErrorOf, moderationApi } from '#contract/moderation.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { type CaseDraft, type DraftErrors, decisionOf, errorsOf } from '#web/features/moderation/case-draft.ts';
import { serverNow } from '#web/lib/server-clock.ts';

const { cases } = moderationApi;

/** Milliseconds after the last change of a draft until its preview is fetched. */
const pause = 300;

/** The case, or its text, is not the one that was seen. */
const isOutdated = (error: unknown) => error instanceof CallError && (error.status === 409 || error.status === 412);

export type Done = { decisionId: string; draft: CaseDraft };

type Options = {
  of: Case;
  draft: CaseDraft;
  /** Called after the decision, or after the one about an appeal, with the id of the decision that was appealed. */
  onDone: (done: Done) => unknown;
};

/** Decides a case, or an appeal, and previews the decision. */
export function useDecision({ of, draft, onDone }: Options) {
  const client = useQueryClient();
  const mayChange = usePermission()(cases.decide);
  const isAppeal = of.state === 'appealed';
  const isOpen = isAppeal || of.state === 'open' || of.state === 'escalated';
  const sent = decisionOf(draft, of);
  const [checked, setChecked] = useState(false);
  const errors = errorsOf(draft, sent, of.lane, serverNow());
  const isValid = Object.keys(errors).length === 0;
  const [previewed] = useDebouncedValue(JSON.stringify(sent), pause);
  const preview = useQuery({
    queryKey: [...keyOf(cases.preview), previewed],
    queryFn: ({ signal }) => ask(cases.preview, JSON.parse(previewed) as NonNullable<typeof sent>, signal),
    enabled: mayChange && isOpen && !isAppeal && isValid && previewed === JSON.stringify(sent),
    placeholderData: keepPreviousData,
  });
  const reload = () => {
    void client.invalidateQueries({ queryKey: keyOf(cases.list) });
    return client.invalidateQueries({ queryKey: keyOf(cases.get) });
  };
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (): Promise<Done> => {
      if (isAppeal) {
        const { id, version } = of;
        const sentAnswer = { id, version, outcome: draft.outcome ?? 'upheld', answer: draft.answer.trim() };
        const { output } = await change(cases.decideAppeal, sentAnswer);
        return { decisionId: output.decisionId, draft };
      }
      if (!sent) throw new Error('The decision has no verdict');
      const { output } = await change(cases.decide, sent);
      return { decisionId: output.decisionId, draft };
    },
    onSuccess: onDone,
    // Only the case is read again: everything typed stays.
    onError: (failure) => (isOutdated(failure) ? reload() : undefined),
  });
  const statementBlank = errors.statement?.startsWith('Fill in') ? errors.statement : undefined;
  const blankError = isAppeal ? blankErrorOf(draft.answer) : statementBlank;
  const appealErrors: AppealErrors = {
    ...(draft.outcome === null && { outcome: 'Choose whether the decision stands' }),
    ...(blankError !== undefined && { answer: blankError }),
    ...(draft.answer.trim() === '' && { answer: 'Write the answer that the person reads' }),
  };
  const isReady = isAppeal ? Object.keys(appealErrors).length === 0 : isValid;
  return {
    isAppeal,
    isOpen,
    mayChange,
    /** The errors of the fields, once the decision was tried. */
    errors: { ...(checked && errors), ...fieldsOf(error) },
    appealErrors: { ...(checked && appealErrors), ...fieldsOf(error) },
    /** A blank is shown as an error while the statement, or the answer, has one. */
    blankError,
    preview: isOpen && !isAppeal && isValid ? preview : undefined,
    failed: error ? explain(error) : undefined,
    isPending,
    /** Decides, or shows the errors and returns the first field with one. */
    decide: () => {
      if (isPending || !isOpen) return undefined;
      setChecked(!isReady);
      reset();
      if (isReady) mutate();
      return isReady ? undefined : Object.keys(isAppeal ? appealErrors : errors)[0];
    },
    reload,
  };
}

type AppealErrors = Partial<Record<'outcome' | 'answer', string>>;

/** The server's errors of single fields. */
const fieldsOf = (error: unknown): DraftErrors & AppealErrors =>
  error instanceof CallError ? Object.fromEntries(error.fields.map(({ path, message }) => [path, message])) : {};

export type DecisionState = ReturnType<typeof useDecision>;
