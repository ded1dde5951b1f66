import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import {
  cycleApi,
  type phaseDescriptionFields,
  insightFields,
  type phaseFields,
  type PhaseName,
  phaseNames,
  pregnancyWeekFields,
} from '#contract/cycle.ts';
import type { FormValues } from '#contract/entity.ts';
import { usePlaceholders } from '#web/api/placeholders.ts';
import { query } from '#web/api/query.ts';
import { PhonePage } from '#web/ui/phone-page.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';

type AppPreviewProps = Pick<ComponentProps<typeof PhonePage>, 'colour' | 'over' | 'title' | 'citations'> & {
  isActive: boolean;
  /** Below the title, in a quiet colour. */
  subtitle?: string;
  /** The text, in paragraphs. */
  text?: string;
  /** Lists, each under its label. Empty ones are left out. */
  lists?: readonly (readonly [label: string, lines: readonly string[]])[];
};

/** A record of My Cycle on a phone, as the app shows it. */
function AppPreview({ isActive, colour, ...values }: AppPreviewProps) {
  const { subtitle, text, lists, ...page } = usePlaceholders()(values);
  return (
    <PhonePreview
      inPanel
      title="As the app shows it"
      note={!isActive && 'It is inactive: the app shows it once you switch it on.'}
    >
      <PhonePage label="The text in the app" head="6.5rem" colour={colour} {...page}>
        {subtitle && <Text c="dimmed">{subtitle}</Text>}
        {text && (
          <Text size="md" style={{ whiteSpace: 'pre-line' }}>
            {text}
          </Text>
        )}
        {lists?.map(
          ([label, lines]) =>
            lines.length > 0 && (
              <div key={label}>
                <Text fw={600} mb={4}>
                  {label}
                </Text>
                <Box component="ul" ps="md" style={{ listStyle: 'disc' }}>
                  {/* While typing, a line may be there twice. */}
                  {[...new Set(lines)].map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </Box>
              </div>
            ),
        )}
      </PhonePage>
    </PhonePreview>
  );
}

const nameOf = (name: PhaseName) => `${phaseNames[name]} phase`;

/** The preview of a record of a phase, in the phase's stored colour. */
function OfPhase({ name, ...rest }: Omit<AppPreviewProps, 'colour'> & { name: PhaseName }) {
  const { data } = useQuery(query(cycleApi.cycle.settings, {}));
  return <AppPreview colour={data?.phaseColors[name] ?? ''} {...rest} />;
}

export const phasePreview = (values: FormValues<typeof phaseFields.fields>) => (
  <AppPreview
    isActive={values.isActive}
    colour={values.color}
    over={nameOf(values.phase)}
    title={values.title || 'Title'}
    subtitle={values.shortDescription}
    text={[values.description, values.longDescription].filter(Boolean).join('\n\n')}
    citations={values.citations}
  />
);

export const insightPreview = (values: FormValues<typeof insightFields.fields>) => (
  <OfPhase
    name={values.phase}
    isActive={values.isActive}
    title={nameOf(values.phase)}
    text={values.personalizedMessage}
    lists={[
      [insightFields.labels.expectedMoods, values.expectedMoods],
      [insightFields.labels.expectedSymptoms, values.expectedSymptoms],
      [insightFields.labels.recommendations, values.recommendations],
    ]}
    citations={values.citations}
  />
);

export const descriptionPreview = (values: FormValues<typeof phaseDescriptionFields.fields>) => (
  <OfPhase
    name={values.phase}
    isActive={values.isActive}
    over={nameOf(values.phase)}
    title={values.title || 'Title'}
    text={values.description}
    citations={values.citations}
  />
);

export const weekPreview = (values: FormValues<typeof pregnancyWeekFields.fields>) => (
  <AppPreview
    isActive={values.isActive}
    colour={values.currentWeekColor}
    over={`${values.trimester} trimester`}
    title={`Week ${values.weekNumber}`}
    subtitle={values.babySize}
    lists={[
      [pregnancyWeekFields.labels.developments, values.developments],
      [pregnancyWeekFields.labels.tips, values.tips],
    ]}
    citations={values.citations}
  />
);
