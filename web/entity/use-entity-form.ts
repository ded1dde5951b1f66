import { explain } from '#web/api/call.ts';
import { change, type Change } from '#web/api/change.ts';
import { shownAdmin } from '#web/api/session.ts';
import type { Route } from '#contract/route.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.ts';
import { useEntityCache, useEntityList } from '#web/entity/use-entity-list.ts';
import type { Draft } from '#web/drafts/drafts.ts';
import { useDraftOffers } from '#web/drafts/use-draft.ts';
import { useCreateForm } from '#web/form/use-create-form.ts';
import { useEditForm } from '#web/form/use-edit-form.ts';
import type { useServerForm } from '#web/form/use-server-form.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { hasFields } from '#web/lib/field-diff.ts';

/** Whose drafts of a kind are kept and offered: those of whoever is signed in. */
const draftsOf = ({ kind }: Pick<Entity, 'kind'>) => ({ account: shownAdmin() ?? '', kind });

/** What was typed of a thing and not saved. */
export function useEntityOffers(entity: Pick<Entity, 'kind'>, thing: Stored) {
  const { account, kind } = draftsOf(entity);
  return useDraftOffers(account, kind, ({ entityId }) => entityId === thing.id, thing);
}

/** The props of a field, with its label from the contract. */
const labelled =
  <Form extends Values>(
    { fields }: Pick<Entity, 'fields'>,
    field: ReturnType<typeof useServerForm<Form, Values>>['field'],
  ) =>
  <Name extends keyof Form & string>(name: Name) => ({ label: fields[name]?.label ?? name, ...field(name) });

type FormOptions<Thing extends Stored, Form extends Values> = {
  /** It is saved, and the lists show it. Undefined where an editor had nothing to save. */
  onSaved?: ((thing: Thing | undefined) => void) | undefined;
  /** What the form holds, after each key; null when it goes. */
  onTyped?: ((values: Form | null) => void) | undefined;
};

type CreateOptions<Thing extends Stored, Form extends Values> = FormOptions<Thing, Form> & {
  /** What a new one has from where it is made, such as its parent: the list of that parent shows it. */
  within?: Partial<Form> | undefined;
};

/** The form of a new thing. What was typed in it goes only once it is saved. */
export function useEntityCreate<Thing extends Stored, Form extends Values>(
  entity: Entity<Thing, Form>,
  { within = {}, onSaved, onTyped }: CreateOptions<Thing, Form> = {},
) {
  const { refresh, show } = useEntityCache(entity);
  const { data, dataUpdatedAt } = useEntityList(entity, within);
  const tell = useUndoToast();
  const form = useCreateForm<Form, Values, Change<Route>>({
    draft: draftsOf(entity),
    // What was typed for another parent stays there, or it would be saved there.
    fits: ({ values }) => hasFields(values, within),
    // What was typed of a deleted thing can become a new one. A list that is older than the text does not tell.
    offers: ({ entityId, at }) => dataUpdatedAt > at && !data?.some(({ id }) => id === entityId),
    initial: { ...entity.blank, ...within },
    schema: entity.schema,
    send: (input, key, sentBefore) => change(entity.routes.create, input, { key, sentBefore }),
    onSaved: ({ output, operationId }) => {
      const thing = output as Thing;
      tell(`${entity.created ?? 'Created'} ${entity.called(thing)}`, operationId, { about: thing.id });
      show(thing);
      void refresh();
      onSaved?.(thing);
    },
    onRefused: () => void refresh(),
    onTyped,
    explain,
  });
  return { ...form, field: labelled(entity, form.field) };
}

type EditOptions<Thing extends Stored, Form extends Values> = FormOptions<Thing, Form> & {
  /** Unsaved text to go on with. */
  restoring?: Draft | undefined;
};

/** The form of a stored thing. */
export function useEntityEdit<Thing extends Stored, Form extends Values>(
  entity: Entity<Thing, Form>,
  thing: Thing,
  { restoring, onSaved, onTyped }: EditOptions<Thing, Form> = {},
) {
  const { refresh, show } = useEntityCache(entity);
  const tell = useUndoToast();
  const form = useEditForm<Form, Values, Change<Route>>({
    draft: draftsOf(entity),
    stored: thing,
    names: Object.keys(entity.blank),
    fieldLabels: entity.fields,
    schema: entity.schema,
    restoring,
    send: (changes, version) => change(entity.routes.update, { id: thing.id, ...changes }, { version }),
    onSaved: (saved) => {
      const stored = saved?.output as Thing | undefined;
      if (saved && stored) {
        show(stored);
        tell(`Saved ${entity.called(stored)}`, saved.operationId, { about: thing.id });
      }
      void refresh();
      onSaved?.(stored);
    },
    onRefused: () => void refresh(),
    onTyped,
    explain,
  });
  return { ...form, field: labelled(entity, form.field) };
}
