import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ImageBucket } from '#contract/images.ts';

/** Where a file lies: its bucket and its name there. */
export type Key = { bucket: ImageBucket; name: string };

type StoredFile = { bytes: Readable; size: number };

/** Where the files of pictures are kept. Files of others in the same place are left alone. */
export type Storage = {
  /** Stores a file whole or not at all. Once it is done, the file survives a loss of power. */
  put: (key: Key, bytes: Buffer) => Promise<void>;
  /** Undefined when there is no such file. */
  get: (key: Key) => Promise<StoredFile | undefined>;
  /** Does nothing when there is no such file. */
  remove: (key: Key) => Promise<void>;
  /** Every file of a bucket, also what broken writes left, with the time when it was written in milliseconds. */
  list: (bucket: ImageBucket) => AsyncIterable<{ name: string; at: number }>;
  /** The time of the store in milliseconds, by which `list` tells when files were written. Desks that share it may have other clocks. */
  now: () => Promise<number>;
};

/** A new name, which nobody can guess. */
export const newName = () => `${randomBytes(16).toString('hex')}.webp`;

/** The name of the file that holds a picture at a width. */
export const nameAtWidth = (name: string, width: number) => name.replace('.webp', `-${width}.webp`);

/**
 * The name of the picture that a stored file belongs to: the original, a narrow copy, or an unfinished one of either. Undefined
 * for a file that somebody else put there.
 */
export const pictureOf = (file: string) => {
  const [, stem] = /^([\da-f]{32})(?:-\d+)?\.webp(?:\.[\da-f]{12})?$/.exec(file) ?? [];
  return stem && `${stem}.webp`;
};

/** The address of a picture on this desk. */
export const urlOf = ({ bucket, name }: Key) => `/images/${bucket}/${name}`;

/** The address of a picture for readers outside this desk: absolute when it is ours and `publicUrl` is known. */
export const publicAddress = (address: string, publicUrl: string) =>
  address.startsWith('/') ? `${publicUrl}${address}` : address;
