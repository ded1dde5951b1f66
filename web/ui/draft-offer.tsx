import { Box, Button, Flex, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { RelativeTime } from '#web/ui/relative-time.tsx';

type DraftOfferProps = {
  /** `Unsaved draft`. */
  what: string;
  at: Date;
  /** The first words of the text. */
  excerpt: string;
  onGoOn: () => void;
  onDiscard: () => void;
};

/** An offer to continue or discard a draft, with its age. */
export function DraftOffer({ what, at, excerpt, onGoOn, onDiscard }: DraftOfferProps) {
  return (
    <Flex
      wrap="wrap"
      align="center"
      gap="4px 10px"
      p={6}
      pl="sm"
      bdrs="md"
      fz="xs"
      lh="xs"
      style={{ boxShadow: 'inset 0 0 0 1px var(--awa-hairline-strong)' }}
    >
      <IconDeviceFloppy size={18} stroke={1.6} color="var(--awa-warning)" aria-hidden="true" />
      <Box flex="1 1 12rem" miw={0} py={4}>
        <Text size="xs" c="var(--awa-warning)">
          {what} from <RelativeTime at={at} />
        </Text>
        <Text size="xs" truncate>
          {excerpt}
        </Text>
      </Box>
      <Flex ml="auto">
        {[['Continue editing', onGoOn] as const, ['Discard', onDiscard] as const].map(([label, act]) => (
          <Button key={label} variant="subtle" size="xs" aria-label={`${label} “${excerpt}”`} onClick={act}>
            {label}
          </Button>
        ))}
      </Flex>
    </Flex>
  );
}
