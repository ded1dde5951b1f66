import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

type PreviewDrawerProps = { opened: boolean; onClose: () => void; children: ReactNode };

/** A drawer with the preview over the tree, when there is no room beside it. */
export const PreviewDrawer = ({ opened, onClose, children }: PreviewDrawerProps) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    position="right"
    size="24rem"
    title="Preview"
    closeButtonProps={{ 'aria-label': 'Close the preview' }}
  >
    {children}
  </Drawer>
);
