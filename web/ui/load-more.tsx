import { Group, Text } from '@mantine/core';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';

type LoadMoreProps = {
  /** How much of the list is shown: `Showing the newest 50 of 212`. */
  text: string;
  /** Whether there is more, or was before it was shown. Without it there is no button. */
  grows: boolean;
  /** Left out at the end: the button is off then, and keeps the focus. */
  onShow?: (() => void) | undefined;
  busy: boolean;
};

/** The foot of a list, newest first, that grows by older rows. */
export function LoadMore({ text, grows, onShow, busy }: LoadMoreProps) {
  const phone = usePhone();
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      mih="3.5rem"
      px="md"
      style={{ borderTop: '1px solid var(--awa-hairline)' }}
    >
      <Text role="status" size={phone ? 'xs' : 'sm'} c="dimmed" data-tabular>
        {text}
      </Text>
      {grows && (
        <BusyButton size="xs" busy={busy} busyLabel="Loading" off={!onShow} onClick={() => onShow?.()}>
          Show older
        </BusyButton>
      )}
    </Group>
  );
}
