import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { EditionState } from '#contract/editions.ts';
import type { Route } from '#contract/route.ts';
import { explain } from '#web/api/call.ts';
import { change, type ChangeResult, type ChangeOptions } from '#web/api/change.ts';
import { shownAdmin } from '#web/api/session.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { useDraft, useDraftOffers } from '#web/drafts/use-draft.ts';
import { ChangedMeanwhile } from '#web/entity/form/changed-meanwhile.tsx';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import { OthersHere } from '#web/entity/form/others-here.tsx';
import { useConflictDialog } from '#web/entity/form/use-conflict-dialog.tsx';
import { filterFor, useEntityCache, useEntityList } from '#web/entity/define/use-entity-list.ts';
import { type Sending, useServerForm } from '#web/form/use-server-form.ts';
import { sentLater, useUndoToast } from '#web/history/use-undo-toast.ts';
import { changed, hasFields, pick, same } from '#web/lib/field-diff.ts';
import { currentTry } from '#web/lib/idempotency-key.ts';
import type { QueuedCall } from '#web/lib/queued-call.ts';

/** The owner of drafts of a kind: the account that is signed in. */
const draftsOf = ({ kind }: Pick<Entity, 'kind'>) => ({ account: shownAdmin() ?? '', kind });

/** The drafts that can be offered for a record. */
export function useEntityOffers(entity: Pick<Entity, 'kind'>, record: Stored) {
  const { account, kind } = draftsOf(entity);
  return useDraftOffers(account, kind, ({ entityId }) => entityId === record.id, record);
}

/**
 * Sends a form's save. While the save is queued, the draft keeps it, and after the form closes another part of the page
 * sends it. The result includes the toast's text, which has the time of sending if the save was queued.
 */
async function save(
  draft: Pick<ReturnType<typeof useDraft>, 'keepQueued'>,
  sending: Sending | undefined,
  done: string,
  send: (options: Pick<ChangeOptions, 'signal' | 'onQueued'>) => Promise<ChangeResult<Route>>,
) {
  let wasQueued = false;
  const onQueued = (call: QueuedCall) => {
    wasQueued = true;
    // Reported only once the draft is stored.
    void draft.keepQueued({ ...call, done }).then(() => sending?.onQueued());
  };
  try {
    const saved = await send(sending ? { signal: sending.signal, onQueued } : {});
    return { ...saved, said: wasQueued ? sentLater(done) : done };
  } catch (thrown) {
    if (wasQueued && sending?.signal.reason !== 'left') void draft.keepQueued(null);
    throw thrown;
  }
}

type FormOptions<R extends Stored, Form extends Values> = {
  /** The query of the list that shows the record, when its values do not determine it: in a tree. */
  listed?: Values | undefined;
  /** Called when the record is saved and the lists show it; called without a record when there was nothing to save. */
  onSaved?: ((record: R | undefined) => void) | undefined;
  /** Called with the values of the form after each key, and with null when the form closes. */
  onTyped?: ((values: Form | null) => void) | undefined;
};

type CreateOptions<R extends Stored, Form extends Values> = FormOptions<R, Form> & {
  /** Asks for confirmation before the record is created; false cancels. */
  ask?: ((values: Form) => Promise<boolean>) | undefined;
  /** Values set by the form's context, such as the parent. */
  given?: Partial<Form> | undefined;
};

/** The form of a new record. Its draft stays on this device until it is saved; then the form is empty again. */
export function useEntityCreate<R extends Stored, Form extends Values>(
  entity: Entity<R, Form>,
  { given = {}, listed = filterFor(entity, given), ask, onSaved, onTyped }: CreateOptions<R, Form> = {},
) {
  const { refresh, show } = useEntityCache(entity);
  const { data, dataUpdatedAt } = useEntityList(entity, listed);
  const tell = useUndoToast();
  // A draft keeps its account, even if the session ends while the form is open.
  const [{ account, kind }] = useState(() => draftsOf(entity));
  const [initial] = useState<Form>({ ...entity.blank, ...given });
  const [attempt, setAttempt] = useState<Draft['attempt']>(null);
  const server = useServerForm<Form, Values>({
    initial,
    labels: entity.fields,
    schema: entity.schema,
    explain,
    onTyped,
    ask: ask as ((input: Values) => Promise<boolean>) | undefined,
    send: async (input, sending) => {
      // The key stays the same until the outcome is known, also for a corrected text, so that the record is never
      // created twice. It is stored with the draft, so that it survives a crash.
      const current = currentTry(attempt);
      setAttempt(current);
      await draft.keepAttempt(current);
      const done = `${entity.created ?? 'Created'} ${entity.called({ ...initial, ...input } as unknown as R)}`;
      const saved = await save(draft, sending, done, (options) =>
        change(entity.routes.create, input, { key: current.key, sentBefore: current === attempt, ...options }),
      ).catch((thrown: unknown) => {
        // The outcome of every attempt is known now, so the next press creates another record.
        if (!explain(thrown).sent) setAttempt(null);
        // The stored records may be newer than those shown.
        void refresh();
        throw thrown;
      });
      const record = saved.output as R;
      draft.drop();
      setAttempt(null);
      server.form.reset();
      tell(saved.said, saved.operationId, { about: record.id });
      show(record);
      void refresh();
      onSaved?.(record);
    },
  });
  const { values } = server.form;
  const written = useMemo(
    () => (same(values, initial) ? null : { version: null, base: initial, values, edits: {}, attempt }),
    [values, initial, attempt],
  );
  const draft = useDraft({ account, kind, entityId: null }, written);
  const offers = useDraftOffers(account, kind, (one) => {
    // The text of a deleted record can become a new record. A list loaded before the text was written cannot show the
    // deletion.
    const free = one.entityId === null || (dataUpdatedAt > one.at && !data?.some(({ id }) => id === one.entityId));
    // A draft for another parent is offered there.
    return free && hasFields(one.values, given);
  });
  return {
    ...server,
    /** The form has unsaved changes. */
    changed: written !== null,
    draft: {
      ...draft,
      fields: entity.fields,
      // No draft is offered while the form is being sent, because the response must not clear another draft.
      offers: server.busy ? [] : offers,
      goOn: (offer: Draft) => {
        draft.take({ ...offer, entityId: null, version: null, base: initial });
        // A text merged from two versions is newer than the field.
        server.form.setValues({ ...initial, ...pick({ ...offer.values, ...offer.edits }, Object.keys(initial)) });
        setAttempt(offer.attempt);
      },
    },
  };
}

/** Asks, before words of a record with scheduled words are saved, whether those change too. */
function useScheduled({ frozen, noun }: Pick<Entity, 'frozen' | 'noun'>, record: Stored & Partial<EditionState>) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const choice = useRef<{ alsoNext?: true; said: string }>({ said: '' });
  const ask = async (changes: Values) => {
    choice.current = { said: '' };
    if (!record.next || !frozen.some((name) => name in changes)) return true;
    const { askAboutScheduled } = await import('#web/entity/editions/ask-about-scheduled.tsx');
    const chosen = await askAboutScheduled(noun, record.next.from, setDialog);
    if (chosen) choice.current = chosen;
    return chosen !== null;
  };
  return { ask, choice, dialog };
}

type EditOptions<R extends Stored, Form extends Values> = FormOptions<R, Form> & {
  /** A draft to continue. */
  restoring?: Draft | undefined;
};

/**
 * The form of a stored record. It sends only the fields changed here, based on the version that was shown. The draft
 * stays on this device until it is saved. If someone else saved the same fields, `conflict` shows both versions.
 */
export function useEntityEdit<R extends Stored, Form extends Values>(
  entity: Entity<R, Form>,
  stored: R,
  { restoring, listed = filterFor(entity, stored), onSaved, onTyped }: EditOptions<R, Form> = {},
) {
  const { refresh, show } = useEntityCache(entity);
  const tell = useUndoToast();
  // A draft keeps its account, even if the session ends while the form is open.
  const [{ account, kind }] = useState(() => draftsOf(entity));
  const { blank } = entity;
  const seen = () => ({
    version: stored.version,
    values: pick<Values, string>(stored, Object.keys({ ...blank, ...entity.fields })),
  });
  const baseOf = ({ version, base: values }: Draft) => ({ version: version ?? stored.version, values });
  const [base, setBase] = useState(() => (restoring ? baseOf(restoring) : seen()));
  const [{ version: since }] = useState(base);
  const [gone, setGone] = useState(false);
  const typedIn = (draft: Pick<Draft, 'values'>) =>
    pick({ ...base.values, ...draft.values }, Object.keys(blank)) as Form;

  const scheduled = useScheduled(entity, stored);
  const conflict = useConflictDialog({
    entity,
    account,
    edits: restoring?.edits ?? {},
    send: async (changes, version, sending) => {
      const { said, ...also } = scheduled.choice.current;
      const done = `Saved ${entity.called({ ...stored, ...changes })}${said}`;
      const input = { id: stored.id, ...changes, ...also };
      const send = (options: ChangeOptions) => change(entity.routes.update, input, { version, ...options });
      try {
        return await save(draft, sending, done, send);
      } catch (thrown) {
        // The stored record may be newer than the one shown.
        void refresh();
        throw thrown;
      }
    },
    onSaved: (saved) => {
      draft.drop();
      const record = saved?.output as R | undefined;
      if (saved && record) {
        show(record);
        const waits = 'hasChanges' in record && record.hasChanges === true && !scheduled.choice.current.said;
        const said = `${saved.said}${waits ? '. The app shows the changes once they are published' : ''}`;
        tell(said, saved.operationId, { about: stored.id, undone: 'Undid your edit' });
      }
      void refresh();
      onSaved?.(record);
    },
    // The typed text stays as a draft, in case the other version was chosen by mistake.
    onTheirs: () => {
      void refresh();
      onSaved?.(undefined);
    },
  });
  const server = useServerForm<Form, Values>({
    initial: typedIn(restoring ?? base),
    labels: entity.fields,
    schema: entity.schema,
    explain,
    onTyped,
    ask: (output) => scheduled.ask(changed(base.values, output)),
    send: async (output, sending) => {
      setGone(false);
      try {
        await conflict.attempt(base, output, sending);
      } catch (thrown) {
        setGone(explain(thrown).status === 404);
        throw thrown;
      }
    },
  });

  const { data } = useEntityList(entity, listed);
  const { values, setValues } = server.form;
  const { edits, setEdits } = conflict;
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

  // Until the first change, the form shows the stored values.
  const behind = !written && stored.version > base.version;
  const fresh = JSON.stringify(seen());
  useEffect(() => {
    if (!behind) return;
    const now = JSON.parse(fresh) as ReturnType<typeof seen>;
    // The fields of the form change in the same step, which only an effect may do.
    // oxlint-disable-next-line react/set-state-in-effect
    setBase(now);
    setValues(pick(now.values, Object.keys(blank)) as Form);
  }, [behind, fresh, blank, setValues]);

  return {
    ...server,
    /** The form has unsaved changes. */
    changed: written !== null,
    /** Shows a record that another call has saved with the sent values. Other typed values stay. */
    takeSaved: (record: Values, sent: Values) => {
      const typed = changed(base.values, values);
      const unsaved = Object.entries(typed).filter(([name, value]) => !(name in sent) || !same(value, sent[name]));
      draft.drop();
      setEdits({});
      setBase({ version: Number(record.version), values: pick<Values, string>(record, Object.keys(base.values)) });
      setValues({ ...pick(record, Object.keys(blank)), ...Object.fromEntries(unsaved) } as Form);
    },
    /** A colleague has deleted the record. The typed text is still in the form. */
    gone,
    /** A question about the save: about a conflict, or about scheduled words. */
    conflict: (
      <>
        {conflict.dialog}
        {scheduled.dialog}
      </>
    ),
    /** Notes that a colleague has the record open too, or has changed it since the form was opened. */
    meanwhile: (
      <>
        <OthersHere kind={kind} id={stored.id} />
        <ChangedMeanwhile
          entity={entity}
          record={stored}
          since={since}
          gone={data !== undefined && !data.some(({ id }) => id === stored.id)}
          hint={written !== null && 'If you both changed the same field, you choose between the two when you save.'}
        />
      </>
    ),
    draft: {
      ...draft,
      fields: entity.fields,
      // No draft is offered while the form is being sent, because the response must not clear another draft.
      offers: server.busy ? [] : offers,
      goOn: (offer: Draft) => {
        take(offer);
        setBase(baseOf(offer));
        setValues(typedIn(offer));
        setEdits(offer.edits);
      },
    },
  };
}

/** The parts of a form that its fields use. */
export type FieldsForm<Form extends Values> = Pick<
  ReturnType<typeof useEntityCreate<Stored, Form>>,
  'form' | 'field' | 'busy' | 'waitFor'
>;
