import { Switch } from '@mantine/core';
import { switchShortcuts, useShortcuts } from '#web/lib/shortcuts.ts';
import classes from '#web/ui/shortcut-switch.module.css';

/** Switches off what single keys do, for those who press them by accident or by voice. Kept on this device. */
export function ShortcutSwitch() {
  return (
    <Switch
      classNames={{ root: classes.root, body: classes.body }}
      label="Keyboard shortcuts"
      labelPosition="left"
      checked={useShortcuts()}
      onChange={(event) => switchShortcuts(event.currentTarget.checked)}
    />
  );
}
