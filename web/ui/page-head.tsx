import { Box, Flex, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type PageHeadProps = {
  title: string;
  /** One line about the purpose of the page. Phones leave it out. */
  subtitle?: string;
  /** Buttons at the right, the main one last. At most one of them is filled. */
  actions?: ReactNode;
};

/** The top of a page: its h1, its purpose and its actions. */
export function PageHead({ title, subtitle, actions }: PageHeadProps) {
  return (
    <Flex
      component="header"
      justify="space-between"
      align={{ base: 'center', sm: 'flex-end' }}
      // On phones the buttons go below a title that leaves no room beside it.
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      gap="1rem 1.5rem"
      mb={{ base: 'md', sm: 'lg' }}
      // The height of a button on a phone: some pages add theirs once they have loaded.
      mih={{ base: '2.75rem', sm: 0 }}
    >
      <Box miw={0}>
        <PageTitle>{title}</PageTitle>
        {subtitle && (
          <Text visibleFrom="sm" c="dimmed" mt={2} textWrap="pretty">
            {subtitle}
          </Text>
        )}
      </Box>
      {actions && (
        <Group flex="none" justify="flex-end" gap="xs">
          {actions}
        </Group>
      )}
    </Flex>
  );
}

/**
 * The h1 of a page, the only text in the serif font. A person's name in it uses the desk's font, because the serif font
 * lacks letters with a dot below and a tone, and Ɓ Ɗ Ƙ.
 */
export const PageTitle = ({ children, name }: { children: string; name?: string }) => (
  <Text component="h1" ff="var(--awa-serif)" size="xl" fw={500} lts="-0.012em">
    {children}
    {name !== undefined && (
      <>
        {', '}
        <Text span inherit ff="text">
          {name}
        </Text>
      </>
    )}
  </Text>
);
