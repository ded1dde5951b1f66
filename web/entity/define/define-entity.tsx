import type { z } from 'zod';
import { type EntityContract, type Fields, type FormValues, namesOf, ruled, scopeOf } from '#contract/entity.ts';
import { kinds } from '#contract/kinds.ts';
import { type Entity, type EntityTexts, type FormLayout, type Stored, lossOf } from '#web/entity/define/entity.ts';
import { isReviewedKind, approvalListOf } from '#web/entity/approvals/approval-routes.ts';
import { EntityName } from '#web/entity/define/entity-name.tsx';
import type { FieldLabel } from '#web/lib/field-labels.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { linesOf } from '#contract/rich-text-words.ts';
import { StoredImage } from '#web/ui/stored-image.tsx';
import { Swatch } from '#web/ui/swatch.tsx';
import { BulletList, Tags } from '#web/ui/tags.tsx';

type RecordOf<F extends Fields> = z.output<EntityContract<F>['Entity']> & Stored;

type Definition<F extends Fields, Name extends keyof F, R extends RecordOf<F>> = EntityTexts<R> &
  Pick<Entity, 'routes' | 'tree' | 'dependentRoutes'> & {
    /** The fields of the kind, from the contract; a response may have more fields. */
    contract: EntityContract<F> & { Entity: z.ZodType<R>; editions?: { frozen: readonly string[] } };
    /** The form's fields, when these are not all fields. */
    inForm?: readonly Name[];
    /** Labels and formats of fields, where the contract does not provide them. */
    fieldDisplay?: { [N in keyof F]?: Partial<FieldLabel> };
    /** The parent kind, if there is one. */
    parent?: Entity<never>;
    /**
     * The field that groups the list, when neither the parent nor the order defines it; null when all records are in
     * one list, whatever their parent.
     */
    scope?: (keyof F & string) | null;
    layout?: FormLayout<Pick<FormValues<F>, NoInfer<Name>>>;
  };

/** Declares a kind once; `useEntityPage`, `EntityForm`, `useRecordDeletion` … work from the result. */
export function defineEntity<
  F extends Fields,
  R extends RecordOf<F>,
  Name extends keyof F & string = keyof F & string,
>({
  contract: { kind, fields, blank, Form, rule, editions },
  inForm,
  fieldDisplay = {},
  parent: parentEntity,
  scope = scopeOf(fields),
  layout,
  ...rest
}: Definition<F, Name, R>): Entity<R, Pick<FormValues<F>, Name>> {
  const { article, one: noun, many } = kinds[kind];
  const [active] = namesOf(fields, 'active');
  const { pronoun = 'it', whyHidden = (record) => (active && !record[active] ? 'inactive' : undefined) } = rest;
  const [field] = namesOf(fields, 'parent');
  const parent = parentEntity && field !== undefined ? { entity: parentEntity as unknown as Entity, field } : undefined;
  const names = inForm ?? (Object.keys(fields) as Name[]);
  const labels = Object.entries(fields).map(
    ([name, one]) =>
      [name, { label: one.label, max: one.max, ...readAs(one, parent?.entity), ...fieldDisplay[name] }] as const,
  );
  return {
    ...rest,
    dependentRoutes: [...(rest.dependentRoutes ?? []), ...(isReviewedKind(kind) ? [approvalListOf(kind)] : [])],
    kind,
    noun,
    many,
    one: `${article} ${noun}`,
    active,
    frozen: editions?.frozen ?? [],
    scope: scope ?? undefined,
    parent,
    called: (record) => (rest.titleIsName ? rest.title(record) : `the ${noun}`),
    afterDeletion: (record) => {
      const why = whyHidden(record);
      if (why === undefined) return `${lossOf(rest)} ${pronoun}.`;
      return `${pronoun === 'it' ? 'It is' : 'They are'} ${why}, so nobody ${rest.isInternal ? 'uses' : 'sees'} ${pronoun} now.`;
    },
    layout,
    fields: Object.fromEntries(labels),
    contract: fields,
    schema: ruled(Form.pick(Object.fromEntries(names.map((name) => [name, true])) as never), rule as never) as never,
    blank: Object.fromEntries(names.map((name) => [name, blank[name]])) as Pick<FormValues<F>, Name>,
  };
}

/** How a field's value is displayed; texts and lists of all other types need no format. */
function readAs(field: Fields[string], parent: Entity | undefined): Partial<FieldLabel> {
  const { type, options = {}, decimals = 0, currency = '' } = field;
  if (type === 'rich') return { format: (html) => linesOf(String(html)) };
  if (type === 'choice') return { format: (value) => options[String(value)] ?? '' };
  if (type === 'active') return { format: (value) => (value ? 'Active' : 'Inactive') };
  if (type === 'number') return { format: (value) => `${currency}${formatDecimals(Number(value), decimals)}` };
  if (type === 'list') return { render: (value) => <Tags tags={value as string[]} /> };
  if (type === 'lines') return { render: (value) => <BulletList lines={value as string[]} /> };
  if (type === 'colour') return { render: (value) => <Swatch colour={String(value)} /> };
  if (type === 'image') return { render: (value) => <StoredImage address={String(value)} /> };
  if (type === 'parent' && parent) return { render: (value) => <EntityName entity={parent} id={String(value)} /> };
  return {};
}
