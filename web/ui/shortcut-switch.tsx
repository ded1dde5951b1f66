import { Switch } from '@mantine/core';
import { switchShortcuts, useShortcuts } from '#web/lib/shortcuts.ts';

/** Switches off single-key shortcuts, for people who press keys by accident or by voice. Kept on this device. */
export function ShortcutSwitch() {
  return (
    <Switch
      flex={1}
      styles={{ body: { alignItems: 'center', justifyContent: 'space-between', minHeight: '2.25rem' } }}
      label="Keyboard shortcuts"
      labelPosition="left"
      checked={useShortcuts()}
      onChange={(event) => switchShortcuts(event.currentTarget.checked)}
    />
  );
}
