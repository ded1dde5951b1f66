import { useMemo, useState } from 'react';
import { useDraft, useDraftOffers, type DraftOf } from '#web/drafts/use-draft.ts';
import { useServerForm, type ServerFormInput } from '#web/form/use-server-form.ts';
import { currentTry } from '#web/lib/idempotency-key.ts';
import { pick, same } from '#web/lib/field-diff.ts';
import type { Draft } from '#web/drafts/drafts.ts';

type Texts = Record<string, unknown>;

type CreateFormInput<Values extends Texts, Output, Saved> = Omit<
  ServerFormInput<Values, Output>,
  'send' | 'explain'
> & {
  draft: Omit<DraftOf, 'entityId'>;
  /** Whether a draft belongs to this form at all, as one of another parent does not. Left out: all do. */
  fits?: (draft: Draft) => boolean;
  /** Whether a draft of a stored thing is offered for a new one, as when the thing was deleted. */
  offers?: (draft: Draft) => boolean;
  /**
   * Sends it under this key, which is kept with the draft: sent again after a crash, it is not made twice. `sentBefore`:
   * an earlier try with this key may have been sent.
   */
  send: (output: Output, key: string, sentBefore: boolean) => Promise<Saved>;
  /** It is saved, the form is empty again. */
  onSaved: (saved: Saved) => void;
  /** It was not saved, as far as is known: what is stored may be newer than what is shown. */
  onRefused: () => void;
  explain: (thrown: unknown) => ReturnType<ServerFormInput<Values, Output>['explain']> & { sent: boolean };
};

/** A form for something new: a server form, and what is typed is kept on this device until it is saved. */
export function useCreateForm<Values extends Texts, Output, Saved>(input: CreateFormInput<Values, Output, Saved>) {
  // The account of a draft stays the same, even if the person is signed out while they write.
  const [{ account, kind }] = useState(input.draft);
  const [initial] = useState(input.initial);
  const [attempt, setAttempt] = useState<Draft['attempt']>(null);
  const server = useServerForm<Values, Output>({
    ...input,
    send: async (output) => {
      // The key stays the same until the outcome is known, also for a corrected text, so that it is never created twice.
      const current = currentTry(attempt);
      setAttempt(current);
      await draft.keepAttempt(current);
      let saved: Saved;
      try {
        saved = await input.send(output, current.key, current === attempt);
      } catch (thrown) {
        // What became of every try is known now: another press makes another one.
        if (!input.explain(thrown).sent) setAttempt(null);
        input.onRefused();
        throw thrown;
      }
      draft.drop();
      setAttempt(null);
      server.form.reset();
      input.onSaved(saved);
    },
  });
  const { values } = server.form;
  const written = useMemo(
    () => (same(values, initial) ? null : { version: null, base: initial, values, edits: {}, attempt }),
    [values, initial, attempt],
  );
  const draft = useDraft({ account, kind, entityId: null }, written);
  const isOffered = (one: Draft) => one.entityId === null || Boolean(input.offers?.(one));
  const offers = useDraftOffers(account, kind, (one) => isOffered(one) && (input.fits?.(one) ?? true));
  return {
    ...server,
    /** Something is typed that is not saved. */
    changed: written !== null,
    draft: {
      ...draft,
      // Not while this one is being sent: its answer must not clear another text.
      offers: server.busy ? [] : offers,
      goOn: (offer: Draft) => {
        draft.take({ ...offer, entityId: null, version: null, base: initial });
        // What was written between two versions was the last word.
        server.form.setValues({ ...initial, ...pick({ ...offer.values, ...offer.edits }, Object.keys(initial)) });
        setAttempt(offer.attempt);
      },
    },
  };
}
