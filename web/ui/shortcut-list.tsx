import { Modal, Text, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { keyText, useDeclaredShortcuts, useShortcutsOn } from '#web/lib/shortcuts.ts';
import { keyRanges } from '#web/ui/key-ranges.ts';
import { KeyboardKey } from '#web/ui/key.tsx';
import classes from '#web/ui/shortcut-list.module.css';

type ShortcutListProps = { opened: boolean; onClose: () => void };

/** The shortcuts of the screen behind the dialog. */
export function ShortcutList({ opened, onClose }: ShortcutListProps) {
  const declared = useDeclaredShortcuts();
  const on = useShortcutsOn();
  // Two forms on a page can have the same save keys.
  const all = new Map(declared.map(({ does, keys }) => [does, keyRanges(keys.map(keyText))]));
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="26rem">
      <dl>
        {[...all].map(([does, ranges]) => (
          <div key={does} className={classes.row}>
            <dt>{does}</dt>
            <dd>
              <VisuallyHidden>{ranges.map((range) => range.join(' to ')).join(' or ')}</VisuallyHidden>
              {ranges.map(([first, last], at) => (
                <Fragment key={first}>
                  {at > 0 && <span aria-hidden="true"> or </span>}
                  <span className={classes.range}>
                    <KeyboardKey label={first} />
                    {last !== undefined && (
                      <>
                        <span aria-hidden="true"> – </span>
                        <KeyboardKey label={last} />
                      </>
                    )}
                  </span>
                </Fragment>
              ))}
            </dd>
          </div>
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
