import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { useConflict, type Clash } from '#web/form/use-conflict.ts';
import { useDraft, useDraftOffers, type DraftOf } from '#web/drafts/use-draft.ts';
import { useServerForm, type ServerFormInput } from '#web/form/use-server-form.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { changed, pick } from '#web/lib/field-diff.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';

type Texts = Record<string, unknown>;

type EditFormInput<Values extends Texts, Output extends Texts, Saved> = Omit<
  ServerFormInput<Values, Output>,
  'send' | 'initial' | 'explain' | 'schema'
> & {
  schema: z.ZodType<Output, Values>;
  draft: Omit<DraftOf, 'entityId'>;
  /** The thing as it is stored now. */
  stored: { id: string; version: number } & Texts;
  /** The fields of this form. */
  names: readonly (string & keyof Values)[];
  /** What the thing's fields are called, in the form or not. */
  fieldLabels: FieldLabels;
  /** A draft to begin with, as chosen outside of the form. */
  restoring?: Draft | undefined;
  /** Sends the fields that were changed, based on this version. */
  send: (changes: Partial<Output>, version: number) => Promise<Saved>;
  /** It is saved; null when there was nothing to save. The form is done. */
  onSaved: (saved: Saved | null) => void;
  /** It was not saved: what is stored may be newer than what is shown. */
  onRefused: () => void;
  /** As of a server form, with what a refusal says of the thing. */
  explain: (thrown: unknown) => ReturnType<ServerFormInput<Values, Output>['explain']> & Clash;
};

/**
 * A form for something that is stored. It sends only what was changed here, based on the version that was seen; what is
 * typed is kept on this device until it is saved; where someone else saved the same fields, `conflict` shows both.
 */
export function useEditForm<Values extends Texts, Output extends Texts, Saved>(
  input: EditFormInput<Values, Output, Saved>,
) {
  const { stored, restoring, names, fieldLabels } = input;
  // The account of a draft stays the same, even if the person is signed out while they write.
  const [{ account, kind }] = useState(input.draft);
  const seen = () => ({
    version: stored.version,
    values: pick(stored, [...new Set([...names, ...Object.keys(fieldLabels)])]),
  });
  const [base, setBase] = useState(() => (restoring ? baseOf(restoring, stored.version) : seen()));
  const [gone, setGone] = useState(false);
  const typedIn = (draft: Draft) => ({ ...pick(base.values, names), ...pick(draft.values, names) }) as Values;

  const conflict = useConflict<Output, Saved>({
    account,
    fieldLabels,
    schema: input.schema,
    edits: restoring?.edits ?? {},
    send: async (changes, version) => {
      try {
        return await input.send(changes, version);
      } catch (thrown) {
        input.onRefused();
        throw thrown;
      }
    },
    explain: input.explain,
    onSaved: (saved) => {
      draft.drop();
      input.onSaved(saved);
    },
    // What was typed stays as a draft, for a person who chose theirs by mistake.
    onTheirs: () => input.onSaved(null),
  });
  const server = useServerForm<Values, Output>({
    initial: restoring ? typedIn(restoring) : (pick(base.values, names) as Values),
    schema: input.schema,
    explain: input.explain,
    onTyped: input.onTyped,
    send: async (output) => {
      setGone(false);
      try {
        await conflict.attempt(base, output);
      } catch (thrown) {
        setGone(input.explain(thrown).status === 404);
        throw thrown;
      }
    },
  });

  const { values, setValues } = server.form;
  const { edits } = conflict;
  const written = useMemo(() => {
    const clean = Object.keys(changed(base.values, values)).length === 0 && Object.keys(edits).length === 0;
    return clean ? null : { version: base.version, base: base.values, values, edits, attempt: null };
  }, [values, base, edits]);
  const draft = useDraft({ account, kind, entityId: stored.id }, written);
  const offers = useDraftOffers(account, kind, ({ entityId }) => entityId === stored.id, stored);

  const { take } = draft;
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (restoring && !restored.current) take(restoring);
    restored.current = true;
  }, [restoring, take]);

  // As long as nothing is typed, the form shows what is stored.
  const behind = !written && stored.version > base.version;
  const fresh = JSON.stringify(seen());
  useEffect(() => {
    if (!behind) return;
    const now = JSON.parse(fresh) as ReturnType<typeof seen>;
    // The form's fields are moved along in the same step, which only an effect may do.
    // oxlint-disable-next-line react/set-state-in-effect
    setBase(now);
    setValues(pick(now.values, names) as Values);
  }, [behind, fresh, names, setValues]);

  return {
    ...server,
    /** Something is typed that is not saved. */
    changed: written !== null,
    /** Somebody deleted it meanwhile. What was typed is still here. */
    gone,
    conflict: conflict.shown,
    draft: {
      ...draft,
      // Not while this one is being sent: its answer must not clear another text.
      offers: server.busy ? [] : offers,
      goOn: (offer: Draft) => {
        take(offer);
        setBase(baseOf(offer, stored.version));
        setValues(typedIn(offer));
        conflict.setEdits(offer.edits);
      },
    },
  };
}

const baseOf = ({ version, base }: Draft, newest: number) => ({ version: version ?? newest, values: base });
