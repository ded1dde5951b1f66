import { Center } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { AddDefaultTexts } from '#web/features/moderation/add-default-texts.tsx';
import { languagesOf, ruleEntity } from '#web/features/moderation/kinds.ts';
import { ModerationHead, moderationTitle } from '#web/features/moderation/moderation-head.tsx';
import { formatInteger } from '#web/lib/numbers.ts';

/** The fields of deleted rules in the bin. */
export const fields = { rule: ruleEntity.fields };

export function RulesPage() {
  const page = useEntityPage(ruleEntity);
  const numberOf = (id: string) => (page.records ?? []).findIndex((one) => one.id === id) + 1;
  return (
    <EntityPage
      {...moderationTitle}
      below={<ModerationHead />}
      page={page}
      icon={IconListNumbers}
      empty="A decision names the rule that a text breaks. The app shows the rules that are active."
      fill={<AddDefaultTexts kind="rule" />}
      row={(record) => ({
        picture: <NumberTile number={numberOf(record.id)} />,
        lines: [[record.english], [languagesOf(record)]],
      })}
      detail={(record) => (
        <EntityDetail
          page={page}
          record={record}
          facts={['english', 'pidgin', 'yoruba', 'hausa', 'igbo', 'displayOrder']}
        />
      )}
    />
  );
}

/** The number of a rule. */
const NumberTile = ({ number }: { number: number }) => (
  <Center w={44} h={44} flex="none" bdrs="md" fz="md" fw={600} bg="var(--awa-sunken)" c="var(--awa-secondary)">
    {formatInteger(number)}
  </Center>
);
