import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { imageFor, isOwnImage } from '#web/lib/image-address.ts';
import { initials, tintOf } from '#web/ui/initials.ts';
import classes from '#web/ui/avatar.module.css';

type AvatarProps = {
  /** Determines the tint. */
  id: string;
  /** Name or username; null, or a name without letters, shows an icon of a person. */
  name: string | null;
  /** The address of their picture. Only pictures stored on this desk are shown. */
  image?: string;
  /** In pixels. It is 36 in rows. */
  size?: number;
};

/** A person's picture, or else their initials on a tint. It is decorative, because the name is beside it. */
export function Avatar({ id, name, image = '', size = 36 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const letters = initials(name ?? '');
  return (
    <span
      className={classes.avatar}
      data-tint={letters ? tintOf(id) : undefined}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.39) }}
      aria-hidden="true"
    >
      {letters || <IconUser size={Math.round(size / 2)} stroke={1.6} />}
      {isOwnImage(image) && image !== broken && (
        <img
          src={imageFor(image, size)}
          alt=""
          loading="lazy"
          decoding="async"
          className={classes.picture}
          onError={() => setBroken(image)}
        />
      )}
    </span>
  );
}
