import { Text } from '@mantine/core';
import { usePlaceholders } from '#web/api/placeholders.ts';

/** Tells the writers of medical texts which placeholders the app fills in, with their values on this desk. */
export function PlaceholderHint() {
  const { emergency, helpline } = usePlaceholders()({ emergency: '{emergency}', helpline: '{helpline}' });
  return (
    <Text size="xs" c="dimmed" textWrap="pretty">
      {`Write {emergency} for the emergency number, now ${emergency}, and {helpline} for the help lines, ${helpline ? `now ${helpline}` : 'of which this desk names none: their sentences are left out'}.`}
    </Text>
  );
}
