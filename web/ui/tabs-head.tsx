import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { SegmentedLinks, type SegmentedLinksProps } from '#web/ui/segmented.tsx';

/** The tabs of an area, with a tab's extra content beside them, or below on phones. */
export const TabsHead = ({ children, ...tabs }: SegmentedLinksProps & { children?: ReactNode }) => (
  <Flex
    direction={{ base: 'column', sm: 'row' }}
    wrap={{ base: 'nowrap', sm: 'wrap' }}
    align={{ base: 'stretch', sm: 'center' }}
    justify="space-between"
    gap="0.75rem 1.5rem"
    mb="1.25rem"
  >
    <SegmentedLinks {...tabs} />
    {children}
  </Flex>
);
