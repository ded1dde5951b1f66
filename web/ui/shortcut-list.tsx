import { Group, Modal, Text, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { keyText, useDeclaredShortcuts, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { KeyboardKey } from '#web/ui/key.tsx';

type ShortcutListProps = { opened: boolean; onClose: () => void };

/** The shortcuts of the screen behind the dialog. */
export function ShortcutList({ opened, onClose }: ShortcutListProps) {
  const declared = useDeclaredShortcuts();
  const on = useShortcutsOn();
  // Two forms on a page can have the same save keys.
  const all = new Map(declared.map(({ does, keys }) => [does, keys.map(keyText)]));
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="26rem">
      <dl>
        {[...all].map(([does, keys]) => (
          <Group key={does} wrap="nowrap" justify="space-between" mih="2.25rem">
            <dt>{does}</dt>
            <Text component="dd" span c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              <VisuallyHidden>{keys.join(' or ')}</VisuallyHidden>
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && <span aria-hidden="true"> or </span>}
                  <KeyboardKey label={key} />
                </Fragment>
              ))}
            </Text>
          </Group>
        ))}
      </dl>
      {!on && (
        <Text size="xs" c="dimmed" mt="sm">
          Single keys are switched off in your account menu.
        </Text>
      )}
    </Modal>
  );
}
