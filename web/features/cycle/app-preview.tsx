import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import {
  cycleApi as api,
  type description,
  insight,
  type phase,
  type PhaseName,
  phaseNames,
  week,
} from '#contract/cycle.ts';
import type { FormValues } from '#contract/entity.ts';
import { usePlaceholders } from '#web/api/placeholders.ts';
import { query } from '#web/api/query.ts';
import { PhonePage } from '#web/ui/phone-page.tsx';
import { PhonePreview } from '#web/ui/phone-preview.tsx';

type AppPreviewProps = Pick<ComponentProps<typeof PhonePage>, 'colour' | 'over' | 'title' | 'citations'> & {
  isActive: boolean;
  /** Below the title, in a quiet colour. */
  line?: string;
  /** The text, in paragraphs. */
  text?: string;
  /** Lists, each under its label. Empty ones are left out. */
  lists?: readonly (readonly [label: string, lines: readonly string[]])[];
};

/** A record of My Cycle on a phone, as the app shows it. */
function AppPreview({ isActive, colour, ...written }: AppPreviewProps) {
  const { line, text, lists, ...page } = usePlaceholders()(written);
  return (
    <PhonePreview
      inPanel
      title="As the app shows it"
      note={!isActive && 'It is inactive: the app shows it once you switch it on.'}
    >
      <PhonePage label="The text in the app" head="6.5rem" colour={colour} {...page}>
        {line && <Text c="dimmed">{line}</Text>}
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
  const { data } = useQuery(query(api.cycle.settings, {}));
  return <AppPreview colour={data?.phaseColors[name] ?? ''} {...rest} />;
}

export const phasePreview = (written: FormValues<typeof phase.fields>) => (
  <AppPreview
    isActive={written.isActive}
    colour={written.color}
    over={nameOf(written.phase)}
    title={written.title || 'Title'}
    line={written.shortDescription}
    text={[written.description, written.longDescription].filter(Boolean).join('\n\n')}
    citations={written.citations}
  />
);

export const insightPreview = (written: FormValues<typeof insight.fields>) => (
  <OfPhase
    name={written.phase}
    isActive={written.isActive}
    title={nameOf(written.phase)}
    text={written.personalizedMessage}
    lists={[
      [insight.labels.expectedMoods, written.expectedMoods],
      [insight.labels.expectedSymptoms, written.expectedSymptoms],
      [insight.labels.recommendations, written.recommendations],
    ]}
    citations={written.citations}
  />
);

export const descriptionPreview = (written: FormValues<typeof description.fields>) => (
  <OfPhase
    name={written.phase}
    isActive={written.isActive}
    over={nameOf(written.phase)}
    title={written.title || 'Title'}
    text={written.description}
    citations={written.citations}
  />
);

export const weekPreview = (written: FormValues<typeof week.fields>) => (
  <AppPreview
    isActive={written.isActive}
    colour={written.currentWeekColor}
    over={`${written.trimester} trimester`}
    title={`Week ${written.weekNumber}`}
    line={written.babySize}
    lists={[
      [week.labels.developments, written.developments],
      [week.labels.tips, written.tips],
    ]}
    citations={written.citations}
  />
);
