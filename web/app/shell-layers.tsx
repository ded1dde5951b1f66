import type { Admin } from '#contract/auth.ts';
import { Palette } from '#web/app/palette.tsx';
import { UndoLast } from '#web/history/undo-last.tsx';
import { type ShellLayer, shellLayer } from '#web/lib/shell-layer.ts';
import { ShortcutList } from '#web/ui/shortcut-list.tsx';

type ShellLayersProps = { admin: Admin; opened: boolean; layer: ShellLayer | undefined };

const close = () => shellLayer.set(undefined);

/** The layers that every page has. */
export const ShellLayers = ({ admin, opened, layer }: ShellLayersProps) => {
  const propsOf = (own: ShellLayer) => ({ opened: opened && layer === own, onClose: close });
  return (
    <>
      <Palette admin={admin} {...propsOf('palette')} />
      <ShortcutList {...propsOf('keys')} />
      <UndoLast adminId={admin.id} {...propsOf('undo')} />
    </>
  );
};
