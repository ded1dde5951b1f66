import { Group, Switch } from '@mantine/core';
import { switchShortcuts, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { KeyboardKey } from '#web/ui/key.tsx';

/** Switches off single-key shortcuts, for people who press keys by accident or by voice. Kept on this device. */
export function ShortcutSwitch() {
  const on = useShortcutsOn();
  return (
    <Switch
      flex={1}
      styles={{ body: { alignItems: 'center', justifyContent: 'space-between', minHeight: '2.25rem' } }}
      label={
        <Group component="span" gap="xs">
          Keyboard shortcuts
          {on && <KeyboardKey label="?" />}
        </Group>
      }
      labelPosition="left"
      aria-label="Keyboard shortcuts"
      checked={on}
      onChange={(event) => switchShortcuts(event.currentTarget.checked)}
    />
  );
}
