import { EntityFields } from '#web/entity/entity-fields.tsx';
import type { FieldsForm } from '#web/entity/entity-form.tsx';
import { ActivityIconField } from '#web/features/cycle/activity-icon.tsx';
import { ActivityPreview } from '#web/features/cycle/activity-preview.tsx';
import { activity } from '#web/features/cycle/kinds.ts';
import { RichTextField } from '#web/rich-text/rich-text-field.tsx';

const rows = [
  ['phase'],
  ['name'],
  ['description'],
  ['icon'],
  ['backgroundColor', 'displayOrder'],
  ['richContent'],
  ['content'],
] as const;

/** The fields of an activity, under the row that they make. */
export const ActivityFields = ({ form }: { form: FieldsForm<typeof activity.blank> }) => (
  <>
    <ActivityPreview {...form.form.values} />
    <EntityFields
      entity={activity}
      form={form}
      rows={rows}
      inputs={{
        icon: <ActivityIconField form={form} />,
        richContent: (
          <RichTextField
            {...form.field('richContent')}
            label={activity.fields.richContent?.label ?? ''}
            max={activity.fields.richContent?.max ?? 0}
            ground="#FFFFFF"
            waitFor={form.waitFor}
          />
        ),
        content: { description: 'Shown where there is no rich text.' },
      }}
    />
  </>
);
