import { ActionIcon, Box, Flex } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { usePhone } from '#web/lib/use-phone.ts';
import { ViewsSlot } from '#web/ui/views-slot.tsx';
import classes from '#web/ui/filter-field.module.css';

type FiltersProps = {
  /** The label of the button that opens the filters: `Filters and sort`. */
  label: string;
  /** At least one filter is set. Then the filters are open at first, and the button has a dot. */
  chosen: boolean;
  children: ReactNode;
};

/** The filters beside a search, and the saved views of the list. On phones they are behind a button. */
export function Filters({ label, chosen, children }: FiltersProps) {
  const phone = usePhone();
  const [opened, setOpened] = useState(chosen);
  const id = useId();
  return (
    <>
      {phone && (
        <ActionIcon
          variant="default"
          bd="1px solid var(--awa-edge)"
          aria-label={label}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden="true" />
          {chosen && (
            <Box
              component="span"
              pos="absolute"
              top={6}
              right={6}
              w={8}
              h={8}
              bdrs="50%"
              bg="var(--awa-marker)"
              data-own-colour
            />
          )}
        </ActionIcon>
      )}
      <Flex
        id={id}
        data-filters
        className={classes.filters}
        gap="xs"
        flex={{ base: '0 1 100%', sm: 'initial' }}
        display={phone && !opened ? 'none' : 'flex'}
      >
        {children}
      </Flex>
      <ViewsSlot />
    </>
  );
}
