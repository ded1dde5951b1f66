import { Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { harms } from '#contract/safety.ts';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { languagesOf, playbookEntity } from '#web/features/moderation/kinds.ts';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';

/** The fields of deleted playbooks in the bin. */
export const fields = { playbook: playbookEntity.fields };

export function PlaybooksPage() {
  const page = useEntityPage(playbookEntity);
  return (
    <EntityPage
      {...moderationTitle}
      below={<ModerationHead />}
      page={page}
      icon={IconListCheck}
      empty="Add the first one. It has the steps for a person who may be in danger, and the message to that person."
      row={(record) => ({ lines: [[harms[record.mark]], [languagesOf(record)]] })}
      detail={(record) => <EntityDetail page={page} record={record} />}
      fields={(form) => (
        <>
          <Text c="dimmed" textWrap="pretty">
            The desk fills in {'{emergency}'}. {'{read}'} becomes “A person on our team has read your words.” in a
            message of yours. The app shows the message of the first active playbook of each mark by itself, without
            that sentence.
          </Text>
          <EntityFields entity={playbookEntity} form={form} />
        </>
      )}
    />
  );
}
