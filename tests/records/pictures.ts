import { randomBytes } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { TestApp } from '#tests/desk/test-app.ts';
import { type Answer, send } from '#tests/desk/send.ts';

type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff';

/** A picture of one colour. */
export const plainPicture = (kind: Kind, width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#c2185b' } })
    .toFormat(kind)
    .toBuffer();

/** A picture of noise, which hardly compresses. */
export const noisyPicture = (kind: Kind, width = 400, height = 300) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(kind)
    .toBuffer();

/**
 * A photo as a phone stores it when turned on its side. Upright it is 40 x 60, red above and blue below. It was taken
 * in Lagos.
 */
export async function phonePhoto() {
  // The server in this process has blocked all decoders but those that it uses.
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
  const red = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#00f' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg({ quality: 100 })
    .withExif({
      IFD0: { Make: 'Tecno', Software: 'camera-marker', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '3/1 23/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/**
 * Compressed zeros, made of one repeated piece: compressing hundreds of megabytes would take seconds, and as much
 * memory.
 */
function packedZeros(length: number) {
  const piece = 1 << 20;
  const packed = deflateRawSync(Buffer.alloc(piece), { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(Buffer.alloc(length % piece));
  const head = Buffer.from([0x78, 0x9c]);
  // Adler-32: for zeros, one half is 1, and the other their number.
  const check = Buffer.alloc(4);
  check.writeUInt16BE(length % 65_521, 0);
  check.writeUInt16BE(1, 2);
  return Buffer.concat([head, ...Array.from({ length: Math.floor(length / piece) }, () => packed), rest, check]);
}

/** A PNG of zeros, of any size and depth; `color` is the number of its colour type: 2 RGB, 6 RGB with alpha. */
export function emptyPng(
  width: number,
  height: number,
  { bits = 8, color = 2 }: { bits?: number; color?: 2 | 6 } = {},
): Buffer {
  const line = 1 + (width * bits * (color === 2 ? 3 : 4)) / 8;
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = bits;
  head[9] = color;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = packedZeros(line * height);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

type Part = [name: string, value: string | Buffer];

const boundary = 'awa-test-boundary';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A form as bytes: text is a field, a buffer is a file. */
export function formOf(parts: Part[]): Buffer {
  const lines = parts.flatMap(([name, value]) => {
    const isFile = Buffer.isBuffer(value);
    const head = isFile
      ? `Content-Disposition: form-data; name="${name}"; filename="photo.jpg"\r\nContent-Type: image/jpeg`
      : `Content-Disposition: form-data; name="${name}"`;
    return [`--${boundary}\r\n${head}\r\n\r\n`, value, '\r\n'];
  });
  return Buffer.concat([...lines, `--${boundary}--\r\n`].map((line) => Buffer.from(line as string)));
}

export const uploadPath = '/api/doctors/upload-image';

type Sent = { path?: string; name?: string; headers?: Record<string, string> };

/** Uploads a file as the dashboard does. */
export function upload(
  { url }: Pick<TestApp, 'url'>,
  bearer: string,
  file: Buffer,
  { path = uploadPath, name = 'photo.jpg', headers = {} }: Sent = {},
): Promise<Answer> {
  const body = formOf([
    ['fileName', name],
    ['mimeType', 'image/jpeg'],
    ['image', file],
  ]);
  return send(url, path, { method: 'POST', bearer, body, headers: { 'content-type': formType, ...headers } });
}

/** The bytes at an address. */
export async function download({ url }: Pick<TestApp, 'url'>, path: string) {
  const answer = await fetch(`${url}${path}`);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Makes all pictures count as unused for this many days: by their dates, and by the running hours of the desk. */
export const countAsUnused = ({ database }: Pick<TestApp, 'database'>, days: number) =>
  database.pool.query(
    'UPDATE images SET used_at = now() - make_interval(days => $1), unused_since = running_hour() - 24 * $1',
    [days],
  );
