import type { Admin } from '#contract/auth.ts';
import { Palette } from '#web/app/palette.tsx';
import { ShortcutList } from '#web/ui/shortcut-list.tsx';

type ShellLayersProps = { admin: Admin; opened: boolean; layer: 'palette' | 'keys' | undefined; onClose: () => void };

/** The command palette and the list of shortcuts, which every page has. */
export const ShellLayers = ({ admin, opened, layer, onClose }: ShellLayersProps) => (
  <>
    <Palette admin={admin} opened={opened && layer === 'palette'} onClose={onClose} />
    <ShortcutList opened={opened && layer === 'keys'} onClose={onClose} />
  </>
);
