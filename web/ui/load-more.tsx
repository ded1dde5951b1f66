import { Group, Text } from '@mantine/core';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';

type LoadMoreProps = {
  /** The part of the list shown: `Showing the newest 50 of 212`. */
  text: string;
  /** Whether there is more to load, or was at first. Otherwise there is no button. */
  grows: boolean;
  /** Left out at the end of the list. The button then has no effect, but keeps the focus. */
  onShow?: (() => void) | undefined;
  busy: boolean;
};

/** The footer of a list, newest first, that loads older rows. */
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
