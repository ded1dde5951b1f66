import { useDisclosure } from '@mantine/hooks';
import { useId, useRef } from 'react';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';

/** A layer that a button opens beside it. Its code, including the positioning, is loaded separately from the page. */
export const DropDown = lazyLayer('menu', async () => (await import('#web/ui/drop-down-layer.tsx')).DropDownLayer);

/** A button and the `DropDown` that it opens. It can have any content, so its role is a dialog. */
export function useDropDown() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const target = useRef<HTMLButtonElement>(null);
  const id = useId();
  const layer = `${id}-layer`;
  return {
    close,
    button: {
      ref: target,
      id,
      'aria-haspopup': 'dialog',
      'aria-expanded': opened,
      'aria-controls': opened ? layer : undefined,
      onClick: toggle,
    },
    dropDown: { opened, target, onClose: close, id: layer, role: 'dialog', 'aria-labelledby': id, tabIndex: -1 },
  } as const;
}
