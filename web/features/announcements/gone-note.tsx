import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '#web/features/announcements/announcements.module.css';

/** In the editor of an announcement that somebody deleted: the text can become a new one, or the old one come back. */
export function GoneNote({ onLeave }: { onLeave: () => void }) {
  return (
    <div role="alert" className={classes.gone}>
      <IconTrash size={18} stroke={1.6} className={classes.goneIcon} aria-hidden="true" />
      <p className={classes.goneText}>
        Somebody deleted it while you were writing. Nothing was saved. Your text is kept and can become a new
        announcement; the old one is in the <Link to="/admin/desk/bin">bin</Link>.
      </p>
      <Button onClick={onLeave}>Take it to a new announcement</Button>
    </div>
  );
}
