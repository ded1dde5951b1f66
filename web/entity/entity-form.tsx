import { Switch } from '@mantine/core';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import type { Draft } from '#web/drafts/drafts.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { EntityFields } from '#web/entity/entity-fields.tsx';
import { useEntityCreate, useEntityEdit } from '#web/entity/use-entity-form.tsx';
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
  given?: Partial<Form> | undefined;
  /** What the call of the list that shows it takes, where that does not follow from its values: in a tree. */
  listed?: Values | undefined;
  /** Unsaved text to go on with. */
  restoring?: Draft | undefined;
  /** Left out, these are the inputs of all fields. */
  fields?: ((form: FieldsForm<Form>) => ReactNode) | undefined;
  /** What is written as the app shows it, in a `PhonePreview`. It stays the same function. */
  preview?: ((written: Form) => ReactNode) | undefined;
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
  const { entity, given, listed, preview, onSaved, onCancel } = props;
  const form = useEntityCreate(entity, { given, listed, onSaved: (thing) => onSaved(thing) });
  return (
    <FormFrame
      form={form}
      title={`Add ${entity.noun}`}
      noun={entity.noun}
      open={[entity.kind, 'form']}
      onCancel={onCancel}
      foot={<ActiveSwitch entity={entity} form={form} />}
      preview={preview && <PreviewOf written={form.form.values} preview={preview} />}
    >
      {props.fields ? props.fields(form) : <EntityFields entity={entity} form={form} />}
    </FormFrame>
  );
}

function Edit<Thing extends Stored, Form extends Values>(
  props: Omit<EntityFormProps<Thing, Form>, 'thing'> & { thing: Thing },
) {
  const { entity, thing, listed, restoring, preview, onSaved, onCancel, onTakeOver } = props;
  const form = useEntityEdit(entity, thing, { restoring, listed, onSaved: (saved) => onSaved(saved) });
  return (
    <FormFrame
      form={form}
      title={`Edit ${entity.title(thing)}`}
      noun={entity.noun}
      open={[entity.kind, 'form']}
      onCancel={onCancel}
      onTakeOver={onTakeOver}
      foot={<ActiveSwitch entity={entity} form={form} />}
      preview={preview && <PreviewOf written={form.form.values} preview={preview} />}
    >
      {props.fields ? props.fields(form) : <EntityFields entity={entity} form={form} />}
    </FormFrame>
  );
}

type PreviewOfProps<Form extends Values> = { written: Form; preview: (written: Form) => ReactNode };

/** Typing has priority: the preview follows it by itself, and the form is not rendered again for it. */
function PreviewOf<Form extends Values>({ written, preview }: PreviewOfProps<Form>) {
  const shown = useDeferredValue(written);
  return useMemo(() => preview(shown), [preview, shown]);
}

type ActiveSwitchProps<Form extends Values> = { entity: Pick<Entity, 'active' | 'fields'>; form: FieldsForm<Form> };

/** Whether people see the thing, at the beginning of the foot. */
function ActiveSwitch<Form extends Values>({
  entity: { active, fields },
  form: { form, busy },
}: ActiveSwitchProps<Form>) {
  if (active === undefined || !(active in form.values)) return null;
  return (
    <Switch
      label={fields[active]?.label}
      checked={form.values[active] === true}
      onChange={(event) => {
        if (!busy) form.setFieldValue(active, event.currentTarget.checked as never);
      }}
    />
  );
}
