import { IconDeviceFloppy } from '@tabler/icons-react';
import { clockTime } from '#web/lib/dates.ts';
import type { Kept } from '#web/drafts/draft-keeper.ts';
import classes from '#web/ui/draft-note.module.css';

/** Beside a form's buttons: that what is typed is kept, or that it is not. Nothing while there is nothing to keep. */
export function DraftNote({ kept }: { kept: Kept | null }) {
  if (!kept) return null;
  return (
    <p className={classes.note}>
      <IconDeviceFloppy size={18} stroke={1.6} aria-hidden="true" />
      {kept === 'off' ? 'Not kept on this device until you save' : `Kept on this device, ${clockTime(kept)}`}
    </p>
  );
}
