import { IconExternalLink, IconPhotoOff } from '@tabler/icons-react';
import classes from '#web/ui/foreign-image.module.css';

function hostOf(address: string) {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

/** In place of a picture that lies on another website, which would see who looks at it: where it is, and a link. */
export function ForeignImage({ address }: { address: string }) {
  return (
    <div className={classes.box}>
      <IconPhotoOff size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.host}>Picture on {hostOf(address)}</p>
        <p className={classes.why}>Not shown here, so that nobody else sees what you look at.</p>
      </div>
      <a href={address} target="_blank" rel="noopener noreferrer" className={classes.link}>
        Open the picture
        <IconExternalLink size={14} stroke={2} aria-hidden="true" />
      </a>
    </div>
  );
}
