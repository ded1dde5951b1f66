import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ImageBucket } from '#contract/images.ts';

/** The place of a file: its bucket and its name there. */
export type ImageKey = { bucket: ImageBucket; name: string };

type StoredFile = { bytes: Readable; size: number };

/** The storage of picture files. Other files in the same place are left alone. */
export type Storage = {
  /** Stores a file whole or not at all. Afterwards it survives a power failure. */
  put: (key: ImageKey, bytes: Buffer) => Promise<void>;
  /** Undefined when there is no such file. */
  get: (key: ImageKey) => Promise<StoredFile | undefined>;
  /** Does nothing when there is no such file. */
  remove: (key: ImageKey) => Promise<void>;
  /** Every file of a bucket, including leftovers of broken writes, with the time of writing in milliseconds. */
  list: (bucket: ImageBucket) => AsyncIterable<{ name: string; at: number }>;
  /**
   * The time of the store in milliseconds, for comparison with the times of `list`. Desks that share it may have other
   * clocks.
   */
  now: () => Promise<number>;
};

/** A new name that cannot be guessed. */
export const newName = () => `${randomBytes(16).toString('hex')}.webp`;

/** The name of the file with a picture at a width. */
export const nameAtWidth = (name: string, width: number) => name.replace('.webp', `-${width}.webp`);

/**
 * The name of the picture that a stored file belongs to: the original, a narrow copy, or an unfinished one of either.
 * Undefined for a file from elsewhere.
 */
export const originalName = (file: string) => {
  const [, stem] = /^([\da-f]{32})(?:-\d+)?\.webp(?:\.[\da-f]{12})?$/.exec(file) ?? [];
  return stem && `${stem}.webp`;
};

/** The address of a picture on this desk. */
export const urlOf = ({ bucket, name }: ImageKey) => `/images/${bucket}/${name}`;

/**
 * The address of a picture for readers outside this desk: absolute when the desk stores the picture and `publicUrl` is
 * known.
 */
export const publicAddress = (address: string, publicUrl: string) =>
  address.startsWith('/') ? `${publicUrl}${address}` : address;
