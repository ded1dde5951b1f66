import type { ReactNode } from 'react';
import type { Draft } from '#web/drafts/drafts.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.ts';
import { useEntityCreate, useEntityEdit } from '#web/entity/use-entity-form.ts';
import { FormFrame } from '#web/form/form-frame.tsx';

/** What the fields of a form need of it. */
export type FieldsForm<Form extends Values> = Pick<
  ReturnType<typeof useEntityCreate<Stored, Form>>,
  'form' | 'field' | 'busy' | 'waitFor'
>;

export type EntityFormProps<Thing extends Stored, Form extends Values> = {
  entity: Entity<Thing, Form>;
  /** What is changed; left out for a new one. */
  thing?: Thing | undefined;
  /** What a new one has from where it is made, such as its parent. */
  within?: Partial<Form> | undefined;
  /** Unsaved text to go on with. */
  restoring?: Draft | undefined;
  /** What the form of a new one is called: `Add doctor`. */
  adding: string;
  fields: (form: FieldsForm<Form>) => ReactNode;
  /** A switch at the beginning of the foot. */
  foot?: (form: FieldsForm<Form>) => ReactNode;
  /** It is saved. */
  onSaved: (thing: Thing | undefined) => void;
  onCancel: () => void;
  /** Leads to the form of a new one, which offers the text of a deleted one. */
  onTakeOver: () => void;
};

/** The form of a kind, for a panel or a dialog: makes a new thing, or changes one. */
export const EntityForm = <Thing extends Stored, Form extends Values>(props: EntityFormProps<Thing, Form>) =>
  props.thing ? <Edit key={props.thing.id} {...props} thing={props.thing} /> : <Create {...props} />;

function Create<Thing extends Stored, Form extends Values>(props: EntityFormProps<Thing, Form>) {
  const { entity, within, adding, onSaved, onCancel } = props;
  const form = useEntityCreate(entity, { within, onSaved: (thing) => onSaved(thing) });
  return (
    <FormFrame
      form={form}
      title={adding}
      noun={entity.noun}
      open={[entity.kind, 'form']}
      onCancel={onCancel}
      foot={props.foot?.(form)}
    >
      {props.fields(form)}
    </FormFrame>
  );
}

function Edit<Thing extends Stored, Form extends Values>(
  props: Omit<EntityFormProps<Thing, Form>, 'thing'> & { thing: Thing },
) {
  const { entity, thing, restoring, onSaved, onCancel, onTakeOver } = props;
  const form = useEntityEdit(entity, thing, { restoring, onSaved: (saved) => onSaved(saved) });
  return (
    <FormFrame
      form={form}
      title={`Edit ${entity.title(thing)}`}
      noun={entity.noun}
      open={[entity.kind, 'form']}
      onCancel={onCancel}
      onTakeOver={onTakeOver}
      foot={props.foot?.(form)}
    >
      {props.fields(form)}
    </FormFrame>
  );
}
