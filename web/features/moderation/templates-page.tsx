import { Text } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { templatePurposes } from '#contract/verdicts.ts';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { AddDefaultTexts } from '#web/features/moderation/add-default-texts.tsx';
import { languagesOf, templateEntity } from '#web/features/moderation/kinds.ts';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';

/** The fields of deleted templates in the bin. */
export const fields = { template: templateEntity.fields };

export function TemplatesPage() {
  const page = useEntityPage(templateEntity);
  return (
    <EntityPage
      {...moderationTitle}
      below={<ModerationHead />}
      page={page}
      icon={IconTemplate}
      empty="A statement starts from a template, in the language of the person."
      fill={<AddDefaultTexts kind="template" />}
      row={(record) => ({ lines: [[templatePurposes[record.purpose]], [languagesOf(record)]] })}
      detail={(record) => (
        <EntityDetail
          page={page}
          record={record}
          facts={['purpose', 'english', 'pidgin', 'yoruba', 'hausa', 'igbo', 'displayOrder']}
        />
      )}
      fields={(form) => (
        <>
          <Text c="dimmed" textWrap="pretty">
            The desk fills in {'{rule}'} and {'{until}'}. A moderator fills in what stands in square brackets, such as
            [the words that break the rule], and cannot send the text before.
          </Text>
          <EntityFields entity={templateEntity} form={form} />
        </>
      )}
    />
  );
}
