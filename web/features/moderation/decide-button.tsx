import { Text } from '@mantine/core';
import { keyText, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';

type DecideButtonProps = {
  /** Nothing comes before the decision. */
  isMain: boolean;
  isPending: boolean;
  onDecide: () => void;
};

export function DecideButton({ isMain, isPending, onDecide }: DecideButtonProps) {
  const phone = usePhone();
  const keysOn = useShortcutsOn();
  return (
    <BusyButton
      variant={isMain ? 'filled' : 'default'}
      // It can be pressed, though something comes first.
      {...(!isMain && { bd: '1px solid var(--awa-fill)', c: 'var(--awa-link)' })}
      flex={phone ? 1 : 'none'}
      busy={isPending}
      busyLabel="Deciding"
      rightSection={
        keysOn && !phone && !isPending ? (
          <Text span size="xs" aria-hidden="true">
            {keyText('mod+Enter')}
          </Text>
        ) : undefined
      }
      onClick={onDecide}
    >
      Decide
    </BusyButton>
  );
}
