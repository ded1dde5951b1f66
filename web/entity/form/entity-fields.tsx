import { Input, Select, SimpleGrid, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { Fragment, isValidElement, useId, type CSSProperties, type ReactNode } from 'react';
import { textLength } from '#contract/common.ts';
import type { Field } from '#contract/fields.ts';
import { failureOf } from '#web/api/query.ts';
import { imageUpload } from '#web/api/upload.ts';
import type { Entity, FormLayout, ImageProps, InputProps, Stored, Values } from '#web/entity/define/entity.ts';
import type { FieldsForm } from '#web/entity/form/use-entity-form.tsx';
import { useEntityList } from '#web/entity/define/use-entity-list.ts';
import { isReviewedKind } from '#web/entity/approvals/approval-routes.ts';
import { AddressField } from '#web/form/address-field.tsx';
import { ColourField } from '#web/form/colour-field.tsx';
import { ImageField } from '#web/form/image-field.tsx';
import { MomentField } from '#web/form/moment-field.tsx';
import { NumberField } from '#web/form/number-field.tsx';
import { SearchSelect } from '#web/form/search-select.tsx';
import { TagsField } from '#web/form/tags-field.tsx';
import { shellLayer } from '#web/lib/shell-layer.ts';
import { Counter } from '#web/ui/counter.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

const lines = (
  <div data-late-field>
    <SkeletonBox width="100%" height="4.5rem" />
  </div>
);

const CitationsField = lazyComponent(
  async () => (await import('#web/entity/form/citations-field.tsx')).CitationsField,
  lines,
);
const LinesField = lazyComponent(async () => (await import('#web/form/lines-field.tsx')).LinesField, lines);

/** In characters. A text that may be longer gets several lines. */
const maxLine = 250;

/** Up to this number, choices are shown side by side; more become a menu. */
const maxSideBySide = 4;

type EntityFieldsProps<Form extends Values> = FormLayout<Form> & {
  entity: Pick<Entity<Stored, Form>, 'kind' | 'contract' | 'blank' | 'active' | 'parent' | 'one' | 'noun' | 'layout'>;
  form: FieldsForm<Form>;
};

/** The inputs of a form, derived from the field types in the contract. The entity's `layout` fills in missing props. */
export function EntityFields<Form extends Values>({ entity, form, ...given }: EntityFieldsProps<Form>) {
  const { rows, inputs } = { ...entity.layout, ...given };
  // The picture's own input contains its description.
  const names = Object.keys(entity.blank).filter(
    (name) => name !== entity.active && entity.contract[name]?.type !== 'alt',
  );
  const all = rows ?? names.map((name) => [name]);
  const typed = all
    .flat()
    .find(
      (name) => !['image', 'parent'].includes(entity.contract[name]?.type ?? '') && !isValidElement(inputs?.[name]),
    );
  return all.map((row) => {
    const [first = ''] = row;
    // A custom input keeps its own width.
    const isHalf = row.length === 1 && isShort(entity.contract[first]) && !isValidElement(inputs?.[first]);
    const cols = isHalf ? 2 : row.length;
    return (
      <SimpleGrid key={row.join()} cols={{ base: 1, sm: cols }} spacing="lg" verticalSpacing="md">
        {row.map((name) => {
          const own = inputs?.[name];
          if (isValidElement(own)) return <Fragment key={name}>{own}</Fragment>;
          // A form that comes late takes the focus from no layer, such as the command palette.
          const focus = name === typed ? { 'data-autofocus': true, autoFocus: shellLayer.get() === undefined } : {};
          return <FieldInput key={name} entity={entity} form={form} name={name} {...focus} {...own} />;
        })}
      </SimpleGrid>
    );
  });
}

/** Phones show a keypad with digits only. */
const whole = { inputMode: 'numeric' } as const;

/** The field that holds the description of this picture. */
const altOf = <Form extends Values>({ contract, blank }: EntityFieldsProps<Form>['entity'], image: string) =>
  Object.keys(blank).find((name) => contract[name]?.image === image);

const isShort = (field: Field | undefined) => ['number', 'position', 'colour'].includes(field?.type ?? '');

type FieldInputProps<Form extends Values> = InputProps & {
  entity: EntityFieldsProps<Form>['entity'];
  form: FieldsForm<Form>;
  name: keyof Form & string;
};

function FieldInput<Form extends Values>({ entity, form, name, follows, options, ...given }: FieldInputProps<Form>) {
  const declared = entity.contract[name];
  const { type, required, max, currency, item, itemMax, decimals } = declared ?? {};
  // The field's type determines the type of its value, and so the input.
  const field = { ...form.field(name), ...given } as unknown as InputProps & {
    label: string;
    value: never;
    error?: ReactNode;
    onChange: (next: unknown) => void;
  };
  const errorId = useId();
  const value = form.form.values[name];
  const set = (next: unknown) => {
    if (!form.busy) form.form.setFieldValue(name, next as never);
  };
  const choices = Object.entries(options ?? declared?.options ?? {}).map(([word, said]) => ({
    value: word,
    label: said,
  }));
  switch (type) {
    case 'number':
      return (
        <NumberField
          required={required}
          {...field}
          {...(decimals === 0 && whole)}
          leftSection={currency}
          onChange={(number) => {
            field.onChange(number);
            if (!form.busy && follows && typeof number === 'number')
              form.form.setValues(follows(number) as Partial<Form>);
          }}
        />
      );
    case 'position':
      return (
        <NumberField
          description={`1 is first. Leave it empty to add the ${entity.noun} at the end.`}
          {...whole}
          {...field}
        />
      );
    case 'list':
      return <TagsField description="Separate them with commas." {...field} />;
    case 'lines':
      if (name === 'citations' && isReviewedKind(entity.kind)) {
        return <CitationsField max={itemMax} placeholder={item} {...field} />;
      }
      return <LinesField max={itemMax} placeholder={item} {...field} />;
    case 'colour':
      return <ColourField {...field} />;
    case 'flag':
    case 'active':
      return (
        <Switch label={field.label} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
      );
    case 'choice':
      return choices.length > maxSideBySide ? (
        <Select data={choices} allowDeselect={false} {...field} />
      ) : (
        <Input.Wrapper label={field.label} labelElement="div" error={field.error} errorProps={{ id: errorId }}>
          <Segmented
            label={field.label}
            value={String(value)}
            options={choices}
            wrong={field.error ? errorId : undefined}
            onChange={set}
          />
        </Input.Wrapper>
      );
    case 'moment':
      return <MomentField {...field} />;
    case 'parent':
      return entity.parent && <ParentInput parent={entity.parent.entity} field={{ required, ...field }} />;
    case 'image':
      if (given.upload) {
        const upload = imageUpload(given.upload);
        const image = { shape: 'wide', shows: `The ${entity.noun}`, ...field, upload } as unknown as ImageProps;
        const alt = altOf(entity, name);
        return (
          <ImageField {...image} waitFor={form.waitFor} {...(alt && { alt: form.field(alt) as TextInputProps })} />
        );
      }
      return <AddressField {...field} />;
    case 'text':
      if (max === undefined || max <= maxLine) return <TextInput required={required} autoComplete="off" {...field} />;
      return (
        <Textarea
          required={required}
          minRows={2}
          maxRows={12}
          description={<Counter count={textLength(String(value).trim())} max={max} />}
          {...field}
        />
      );
    case 'url':
      return <AddressField required={required} {...field} />;
    default:
      return <TextInput required={required} autoComplete="off" {...(type === 'email' ? { type } : {})} {...field} />;
  }
}

/** Chooses the parent; another choice moves the record there. */
function ParentInput({ parent, field }: { parent: Entity; field: object }) {
  const list = useEntityList(parent);
  const options = (list.data ?? []).map((record) => ({ value: record.id, label: parent.title(record) }));
  return (
    <div style={{ '--failed-padding': '0.75rem 0 0' } as CSSProperties}>
      <SearchSelect data={options} {...field} />
      {!list.data && <FailedPanel {...failureOf(list)} />}
    </div>
  );
}
