import { useMemo, useState } from 'react';
import type { Draft } from '#web/drafts/drafts.ts';
import { type DraftOf, useDraft, useDraftOffers } from '#web/drafts/use-draft.ts';
import { type ServerFormInput, useServerForm } from '#web/form/use-server-form.ts';
import { pick, same } from '#web/lib/field-diff.ts';

type KeptFormInput<Values extends Record<string, unknown>, Output, Saved> = Omit<
  ServerFormInput<Values, Output>,
  'send'
> & {
  /** Whose text it is, and what about. */
  of: DraftOf;
  send: (output: Output) => Promise<Saved>;
  /** Called with what `send` answered, once the text is no longer kept. */
  onSaved: (saved: Saved) => void;
};

/**
 * A form of something that has no versions, whose text is kept on this device until it is saved. Passwords never go
 * into such a form.
 */
export function useKeptForm<Values extends Record<string, unknown>, Output, Saved>({
  of,
  send,
  onSaved,
  ...input
}: KeptFormInput<Values, Output, Saved>) {
  // The account of a draft stays the same, even if the person is signed out while they write.
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
      // Nothing is offered while the form is being sent, because its answer must not clear another text.
      offers: server.busy ? [] : offers,
      goOn: (offer: Draft) => {
        draft.take(offer);
        setValues({ ...input.initial, ...pick(offer.values, Object.keys(input.initial)) });
      },
    },
  };
}
