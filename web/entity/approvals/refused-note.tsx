import { Text } from '@mantine/core';

/** Says before a publication that it will be refused, and what to do instead. `isTyped`: the words are not saved yet. */
export const RefusedNote = ({ isTyped }: { isTyped: boolean }) => (
  <Text size="sm" c="var(--awa-warning)" textWrap="pretty">
    {isTyped
      ? 'Publishing is refused until a clinician has approved these words. Save them without publishing, and ask for a review.'
      : 'Publishing is refused until a clinician has approved the saved words. Ask for a review first.'}
  </Text>
);
