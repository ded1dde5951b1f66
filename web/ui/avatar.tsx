import { IconUser } from '@tabler/icons-react';
import { initials, tintOf } from '#web/ui/initials.ts';
import classes from './avatar.module.css';

type AvatarProps = {
  /** Decides the tint. */
  id: string;
  /** Name or username; null or without letters shows a person. */
  name: string | null;
  /** 36 in rows. In pixels. */
  size?: number;
};

/** A person's initials on a tint. Decoration: the name stands beside it. */
export function Avatar({ id, name, size = 36 }: AvatarProps) {
  const letters = initials(name ?? '');
  return (
    <span
      className={classes.avatar}
      data-tint={letters ? tintOf(id) : undefined}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.39) }}
      aria-hidden="true"
    >
      {letters || <IconUser size={Math.round(size / 2)} stroke={1.6} />}
    </span>
  );
}
