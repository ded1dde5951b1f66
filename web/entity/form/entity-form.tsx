import { Switch } from '@mantine/core';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import type { Draft } from '#web/drafts/drafts.ts';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import { PlaceholderHint } from '#web/entity/form/placeholder-hint.tsx';
import { isReviewedKind } from '#web/entity/approvals/approval-routes.ts';
import { EditionsOf } from '#web/entity/editions/editions-of.tsx';
import { ApprovalLine } from '#web/entity/approvals/approval-line.tsx';
import { type FieldsForm, useEntityCreate, useEntityEdit } from '#web/entity/form/use-entity-form.tsx';
import { FormFrame, type FormFrameProps } from '#web/form/form-frame.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const TextChecks = lazyComponent(
  async () => (await import('#web/entity/form/text-checks.tsx')).TextChecks,
  <div data-late-field />,
);

/** The form of a frame. */
export type FrameForm<R extends Stored, Form extends Values> = FormFrameProps['form'] &
  ReturnType<typeof useEntityCreate<R, Form>>;

export type EntityFormProps<R extends Stored, Form extends Values> = {
  entity: Entity<R, Form>;
  /** The record to edit; left out for a new one. */
  record?: R | undefined;
  /** Values that a new record takes from its context, such as its parent. */
  given?: Partial<Form> | undefined;
  /** The query of the list that shows the record, when its values do not determine it: in a tree. */
  listed?: Values | undefined;
  /** A draft to continue. */
  restoring?: Draft | undefined;
  /** Left out: the inputs of all fields. */
  fields?: ((form: FieldsForm<Form>) => ReactNode) | undefined;
  /** Shows the typed values as the app does, in a `PhonePreview`. The function must be stable. */
  preview?: ((written: Form) => ReactNode) | undefined;
  /** Surrounds the fields. Left out: a `FormFrame`. */
  frame?: (form: FrameForm<R, Form>) => ReactNode;
  /** Called after saving. */
  onSaved: (record: R | undefined) => void;
  onCancel: () => void;
  /** Opens the form for a new record, which offers the text of the deleted one. */
  onTakeOver: () => void;
};

/** The form of a kind, for a panel or a dialog; it creates or edits a record. */
export const EntityForm = <R extends Stored, Form extends Values>(props: EntityFormProps<R, Form>) =>
  props.record ? <Edit key={props.record.id} {...props} record={props.record} /> : <Create {...props} />;

function Create<R extends Stored, Form extends Values>(props: EntityFormProps<R, Form>) {
  const { entity, given, listed, onSaved } = props;
  const form = useEntityCreate(entity, { given, listed, onSaved });
  return <Frame {...props} form={form} title={`Add ${entity.noun}`} />;
}

function Edit<R extends Stored, Form extends Values>(props: EntityFormProps<R, Form> & { record: R }) {
  const { entity, record, listed, restoring, onSaved } = props;
  const form = useEntityEdit(entity, record, { restoring, listed, onSaved });
  return <Frame {...props} form={form} title={`Edit ${entity.title(record)}`} />;
}

function Frame<R extends Stored, Form extends Values>(
  props: EntityFormProps<R, Form> & { form: FrameForm<R, Form>; title: string },
) {
  const { entity, record, form, title, frame, fields, preview, onCancel, onTakeOver } = props;
  if (frame) return frame(form);
  return (
    <FormFrame
      form={form}
      title={title}
      noun={entity.noun}
      open={[entity.kind, 'form']}
      onCancel={onCancel}
      {...(record && { onTakeOver })}
      foot={<ActiveSwitch entity={entity} form={form} />}
      preview={preview && <PreviewOf written={form.form.values} preview={preview} />}
    >
      {record && <EditionsOf entity={entity} record={record} form={form} />}
      {record && <ApprovalLine kind={entity.kind} record={record} fields={entity.fields} />}
      {fields ? fields(form) : <EntityFields entity={entity} form={form} />}
      {isReviewedKind(entity.kind) && (
        <>
          <PlaceholderHint />
          <TextChecks entity={entity} values={form.form.values} />
        </>
      )}
    </FormFrame>
  );
}

type PreviewOfProps<Form extends Values> = { written: Form; preview: (written: Form) => ReactNode };

/** Typing has priority: the preview follows later, without rendering the form again. */
function PreviewOf<Form extends Values>({ written, preview }: PreviewOfProps<Form>) {
  const shown = useDeferredValue(written);
  return useMemo(() => preview(shown), [preview, shown]);
}

type ActiveSwitchProps<Form extends Values> = { entity: Pick<Entity, 'active' | 'fields'>; form: FieldsForm<Form> };

/** The switch that shows or hides the record in the app, at the start of the footer. */
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
