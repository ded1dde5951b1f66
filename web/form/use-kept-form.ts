import { useMemo, useState } from 'react';
import type { Draft } from '#web/drafts/drafts.ts';
import { type DraftOf, useDraft, useDraftOffers } from '#web/drafts/use-draft.ts';
import { type ServerFormInput, useServerForm } from '#web/form/use-server-form.ts';
import { pick, same } from '#web/lib/field-diff.ts';

type KeptFormInput<Values extends Record<string, unknown>, Output, Saved> = Omit<
  ServerFormInput<Values, Output>,
  'send'
> & {
  /** The account and the record of the draft. */
  of: DraftOf;
  send: (output: Output) => Promise<Saved>;
  /** Called with the result of `send`, once the draft is deleted. */
  onSaved: (saved: Saved) => void;
};

/**
 * A form for a record without versions. Its draft stays on this device until it is saved. Passwords must never go into
 * such a form.
 */
export function useKeptForm<Values extends Record<string, unknown>, Output, Saved>({
  of,
  send,
  onSaved,
  ...input
}: KeptFormInput<Values, Output, Saved>) {
  // A draft keeps its account, even if the session ends while the form is open.
  const [{ account, kind, entityId }] = useState(of);
  const server = useServerForm({
    ...input,
    send: async (output) => {
      const saved = await send(output);
      draft.drop();
      onSaved(saved);
    },
  });
  const { values, setValues } = server.form;
  const stored = JSON.stringify(input.initial);
  const written = useMemo(() => {
    const base = JSON.parse(stored) as Values;
    return same(values, base) ? null : { version: null, base, values, edits: {}, attempt: null };
  }, [values, stored]);
  const draft = useDraft({ account, kind, entityId }, written);
  const offers = useDraftOffers(account, kind, (one) => one.entityId === entityId, input.initial);
  return {
    ...server,
    draft: {
      ...draft,
      fields: input.labels,
      // No draft is offered while the form is being sent, because the response must not clear another draft.
      offers: server.busy ? [] : offers,
      goOn: (offer: Draft) => {
        draft.take(offer);
        setValues({ ...input.initial, ...pick(offer.values, Object.keys(input.initial)) });
      },
    },
  };
}
