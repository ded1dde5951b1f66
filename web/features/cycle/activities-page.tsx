import { Box, Center, Group, Input, Text, TextInput } from '@mantine/core';
import {
  IconActivity,
  IconBed,
  IconBolt,
  IconClock,
  IconFlower,
  IconHeart,
  IconLeaf,
  IconMoon,
  IconSparkles,
  IconTarget,
  IconUsers,
  IconWalk,
  type Icon,
} from '@tabler/icons-react';
import {
  type Activity,
  type ActivityIcon,
  activityFields,
  activityIcons,
  cycleApi,
  type PhaseName,
} from '#contract/cycle.ts';
import { editionsApi } from '#contract/editions.ts';
import { maxRichText } from '#contract/rich-text.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityFields } from '#web/entity/form/entity-fields.tsx';
import type { FieldsForm } from '#web/entity/form/use-entity-form.tsx';
import { EntityPage } from '#web/entity/page/entity-page.tsx';
import { useEntityPage } from '#web/entity/list/use-entity-page.ts';
import { cycleHead } from '#web/features/cycle/cycle-head.tsx';
import { activitiesFailure } from '#web/features/cycle/failures.ts';
import { listOfPhase, PhaseBadge } from '#web/features/cycle/phase-picker.tsx';
import { RichText } from '#web/rich-text/rich-text.tsx';
import { RichTextWaiting } from '#web/rich-text/rich-text-waiting.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

const RichTextField = lazyComponent(
  async () => (await import('#web/rich-text/rich-text-field.tsx')).RichTextField,
  ({ label, value, max }) => <RichTextWaiting label={label} value={value} max={max} />,
);

const activityEntity = defineEntity({
  contract: activityFields,
  routes: cycleApi.activities,
  dependentRoutes: [editionsApi.cycleRule.read, cycleApi.cycle.analytics],
  title: ({ name }) => name,
  created: 'Added',
  layout: {
    rows: [
      ['phase'],
      ['name'],
      ['description'],
      ['icon'],
      ['backgroundColor', 'displayOrder'],
      ['richContent'],
      ['content'],
      ['citations'],
    ],
  },
});

const icons: Record<ActivityIcon, Icon> = {
  activity: IconActivity,
  heart: IconHeart,
  moon: IconMoon,
  flower: IconFlower,
  zap: IconBolt,
  bed: IconBed,
  leaf: IconLeaf,
  users: IconUsers,
  clock: IconClock,
  target: IconTarget,
  sparkles: IconSparkles,
};

/** The fields of deleted activities in the bin. */
export const fields = { activity: activityEntity.fields };

export function ActivitiesPage() {
  const page = useEntityPage(activityEntity);
  const { scope, list } = page;
  return (
    <EntityPage
      {...cycleHead}
      {...listOfPhase(page)}
      page={page}
      icon={IconWalk}
      failure={(failed) => activitiesFailure(failed, scope?.id as PhaseName | undefined, list.errorUpdatedAt)}
      row={(record) => ({ picture: <Tile {...record} />, lines: [[record.description]] })}
      detail={(record) => (
        <EntityDetail
          page={page}
          record={record}
          badges={<PhaseBadge phase={record.phase} />}
          facts={[...(record.richContent ? [] : ['content' as const]), 'backgroundColor', 'displayOrder', 'citations']}
        >
          <Preview {...record} />
          {record.richContent && <RichText html={record.richContent} />}
        </EntityDetail>
      )}
      fields={(form) => (
        <>
          <Preview {...form.form.values} />
          <EntityFields
            entity={activityEntity}
            form={form}
            inputs={{
              icon: <IconField form={form} />,
              richContent: (
                <RichTextField
                  {...form.field('richContent')}
                  label={activityFields.labels.richContent}
                  max={maxRichText}
                  ground="#FFFFFF"
                  waitFor={form.waitFor}
                />
              ),
              content: { description: 'Shown where there is no rich text.' },
            }}
          />
        </>
      )}
    />
  );
}

type Face = Pick<Activity, 'icon' | 'iconType' | 'backgroundColor'>;

/** The icon of an activity on its colour, as in the app. */
function Tile({ icon, iconType, backgroundColor }: Face) {
  const Drawn = icons[icon as ActivityIcon];
  return (
    <Center
      component="span"
      flex="none"
      w="2.75rem"
      h="2.75rem"
      bd="1px solid var(--awa-hairline)"
      bdrs="lg"
      bg={backgroundColor || 'var(--awa-sunken)'}
      c="#2b1b2e"
      fz="1.375rem"
      lh={1}
      aria-hidden
    >
      {iconType === 'icon' && Drawn ? <Drawn size={22} stroke={1.6} /> : icon}
    </Center>
  );
}

/** An activity as its row in the app. */
const Preview = ({ name, description, ...face }: Face & Pick<Activity, 'name' | 'description'>) => (
  <Box component="figure" maw="24rem" aria-label="As the app shows it">
    <Text component="figcaption" size="xs" c="dimmed" mb={6}>
      As the app shows it
    </Text>
    <Group
      gap="sm"
      wrap="nowrap"
      p="sm"
      bd="1px solid var(--awa-hairline)"
      bdrs="xl"
      bg="var(--awa-surface)"
      data-scheme="light"
    >
      <Tile {...face} />
      <Box miw={0}>
        <Text size="md" fw={600} c="var(--awa-text)">
          {name || 'Name'}
        </Text>
        {description && <Text c="var(--awa-secondary)">{description}</Text>}
      </Box>
    </Group>
  </Box>
);

/** Chooses an app icon, or takes an emoji. */
function IconField({ form: { form, field, busy } }: { form: FieldsForm<typeof activityEntity.blank> }) {
  const { icon, iconType } = form.values;
  const { label, error } = field('icon') as { label: string; error?: string };
  const choose = (next: string, type: Activity['iconType']) => {
    if (!busy) form.setValues({ icon: next, iconType: type });
  };
  return (
    <>
      <Input.Wrapper label={label} labelElement="div">
        <Segmented
          label={label}
          value={iconType === 'icon' ? icon : ''}
          options={activityIcons.map((name) => ({ value: name, label: name, icon: icons[name] }))}
          onChange={(name) => choose(name, 'icon')}
        />
      </Input.Wrapper>
      <TextInput
        label="Or an emoji"
        description="Your keyboard has them. On Windows, press the Windows key and the full stop."
        autoComplete="off"
        error={error}
        readOnly={busy}
        value={iconType === 'emoji' ? icon : ''}
        onChange={(event) => {
          const emoji = event.currentTarget.value;
          choose(emoji || 'activity', emoji ? 'emoji' : 'icon');
        }}
      />
    </>
  );
}
