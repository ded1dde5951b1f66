import { randomBytes } from 'node:crypto';
import pg from 'pg';
import sharp from 'sharp';
import type { Desk } from '#e2e/support/desk.ts';

/** A file as chosen in the browser. */
export type Chosen = { name: string; mimeType: string; buffer: Buffer };

const jpeg = (name: string, buffer: Buffer): Chosen => ({ name, mimeType: 'image/jpeg', buffer });

/** A small picture of one colour. */
export const portrait = async (name = 'ada.jpg', background = '#c2185b') =>
  jpeg(
    name,
    await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

/** A photo that takes a while to upload, because it cannot be compressed. About 1.4 MB. */
export const heavyPhoto = async (name = 'clinic-door.jpg') =>
  jpeg(name, await noise(1400, 1200).jpeg({ quality: 90 }).toBuffer());

/**
 * A photo of over 5 MB, taken with the phone on its side: upright, its upper half is red and it is 3,000 pixels high.
 */
export async function sidewaysPhoto(name = 'clinic-door.jpg') {
  const red = await sharp({ create: { width: 1500, height: 2400, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const photo = await noise(3000, 2400)
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return jpeg(name, photo);
}

/** A drawing of 4,096 x 512 pixels, half of it transparent. About 1 MB. */
export async function wideDrawing(name = 'cycle.png'): Promise<Chosen> {
  const left = await noise(600, 512).png().toBuffer();
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const buffer = await sharp({ create: { width: 4096, height: 512, channels: 4, background } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Removes the pictures of doctors, as the sweep does with those without a reference. Returns their number. */
export async function forgetImages({ database }: Desk) {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query("DELETE FROM images WHERE bucket = 'doctor-images'")).rowCount;
  } finally {
    await client.end();
  }
}

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
