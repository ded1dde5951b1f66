import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { usePhone } from '#web/lib/use-phone.ts';
import classes from './filters.module.css';

type FiltersProps = {
  search: ReactNode;
  /** One of the filters is not at its rest. */
  active: boolean;
  /** The filter fields. On phones they wait behind a button beside the search. */
  children: ReactNode;
};

/** Search and filters of a list in one line. */
export function Filters({ search, active, children }: FiltersProps) {
  const phone = usePhone();
  const [open, { toggle }] = useDisclosure(false);
  const id = useId();
  if (!phone) {
    return (
      <>
        {search}
        {children}
      </>
    );
  }
  return (
    <>
      {search}
      <ActionIcon
        className={classes.toggle}
        data-active={active || undefined}
        aria-label={active ? 'Filters, some are set' : 'Filters'}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <div id={id} className={classes.fields} hidden={!open}>
        {children}
      </div>
    </>
  );
}
