import { Button, Flex, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePhone } from '#web/lib/use-phone.ts';
import classes from '#web/ui/paging.module.css';

type PagingProps = {
  /** `Showing 1 to 10 of 48,216 users`. */
  text: string;
  /** `Page 1 of 4,822`; left out on phones. */
  page?: string;
  /** Left out when there is no such page. The button is then off, but keeps the focus. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

type StepProps = { label: string; icon: ReactNode; before: boolean; onClick: (() => void) | undefined };

function Step({ label, icon, before, onClick }: StepProps) {
  const phone = usePhone();
  const off = onClick === undefined;
  return (
    <Button
      size="xs"
      {...(phone ? { variant: 'subtle', w: 44, p: 0 } : off && { bg: 'transparent' })}
      aria-label={phone ? label : undefined}
      aria-disabled={off || undefined}
      data-disabled={off || undefined}
      leftSection={!phone && before ? icon : undefined}
      rightSection={!phone && !before ? icon : undefined}
      onClick={onClick}
    >
      {phone ? icon : label}
    </Button>
  );
}

/**
 * The foot of a list: the range that is shown, and the buttons to the other pages. It is always visible at the window's
 * edge.
 */
export function Paging({ text, page, onPrevious, onNext }: PagingProps) {
  const phone = usePhone();
  return (
    <div className={classes.foot}>
      <Text role="status" size={phone ? 'xs' : 'sm'} c="dimmed">
        {text}
      </Text>
      <Flex component="nav" flex="none" align="center" gap={phone ? 0 : 'sm'} aria-label="Pages">
        <Step label="Previous" icon={<IconChevronLeft size={18} stroke={1.6} />} before onClick={onPrevious} />
        {page && !phone && (
          <Text span size="xs" c="dimmed">
            {page}
          </Text>
        )}
        <Step label="Next" icon={<IconChevronRight size={18} stroke={1.6} />} before={false} onClick={onNext} />
      </Flex>
    </div>
  );
}
