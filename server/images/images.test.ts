import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImageBucket, maxImageBytes } from '#contract/images.ts';
import type { Storage } from '#server/images/storage.ts';
import { type TestApp, testApp } from '#tests/desk/test-app.ts';
import { objectStore } from '#tests/desk/object-store.ts';
import {
  download,
  formOf,
  formType,
  noisyPicture,
  phonePhoto,
  plainPicture,
  upload,
  uploadPath,
} from '#tests/records/pictures.ts';
import { type Answer, problemOf, send } from '#tests/desk/send.ts';
import { addAdmin, startSession } from '#tests/desk/staff.ts';

type Stored = { imageUrl: string; width: number; height: number };

/** Refused files, and the functions that create them. */
const noImages: [string, () => Promise<Buffer> | Buffer][] = [
  ['nothing', () => Buffer.alloc(0)],
  [
    'SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
  ],
  ['PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a script that begins like a GIF', () => Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(document.domain)//;')],
  ['TIFF', () => plainPicture('tiff')],
  ['half a JPEG', async () => half(await noisyPicture('jpeg'))],
  ['half a PNG', async () => half(await noisyPicture('png'))],
  ['half a WebP', async () => half(await noisyPicture('webp'))],
  ['half an AVIF', async () => half(await noisyPicture('avif', 100, 75))],
];

describe.each(['disk', 'S3'])('on %s', (where) => {
  let app: TestApp;
  let storage: Storage;
  let bearer: string;
  let admin: string;
  let dataDir: string;
  let store: Awaited<ReturnType<typeof objectStore>> | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'awa-images-'));
    store = where === 'S3' ? await objectStore() : undefined;
    const settings = { dataDir, s3: store?.s3 ?? null };
    app = await testApp({ settings });
    storage = app.storage;
    const account = await addAdmin(app);
    admin = account.id;
    bearer = (await startSession(app, account)).session.token;
  });
  afterAll(async () => {
    await app.close();
    await store?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const rows = async () =>
    (await app.database.pool.query<Record<string, unknown>>('SELECT * FROM images ORDER BY created_at, name')).rows;
  const files = async () => {
    const names: string[] = [];
    for (const bucket of ImageBucket.options) for await (const { name } of storage.list(bucket)) names.push(name);
    return names.sort();
  };
  const uploads = () => readdir(path.join(dataDir, 'uploads'));
  const stored = async (answering: Promise<Answer>) => {
    const answer = await answering;
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json as Stored;
  };
  /** Checks that a refused call leaves nothing behind, and returns its status, code and sentence. */
  const refused = async (ask: () => Promise<Answer>) => {
    const before = [await rows(), await files()];
    const answer = await ask();
    expect([await rows(), await files()]).toEqual(before);
    expect(await uploads()).toEqual([]);
    return [answer.status, problemOf(answer).code, problemOf(answer).detail];
  };
  const notAnImage = [422, 'not_an_image', 'Please select an image file'];
  const tooLarge = [413, 'image_too_large', 'Image size must be less than 5MB'];

  test('a photo that was taken on its side comes out upright, without its location and other metadata of the camera', async () => {
    const photo = await phonePhoto();
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, width: 60, height: 40 });
    expect(photo.includes('camera-marker')).toBe(true);
    const { imageUrl, width, height } = await stored(upload(app, bearer, photo));
    expect(imageUrl).toMatch(/^\/images\/doctor-images\/[\da-f]{32}\.webp$/);
    expect([width, height]).toEqual([40, 60]);
    const { bytes, headers } = await download(app, imageUrl);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const made = await sharp(bytes).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 40, height: 60 });
    expect([made.exif, made.xmp, made.iptc, made.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.includes('camera-marker')).toBe(false);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    // The red half is at the top.
    expect([data[0], data[2], data.at(-3), data.at(-1)].map((value) => Number(value) > 128)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect((await rows()).at(-1)).toMatchObject({
      name: imageUrl.split('/').at(-1),
      bucket: 'doctor-images',
      width: 40,
      height: 60,
      bytes: bytes.length,
      created_by: admin,
    });
  });

  // The kind of a picture is detected before it is stored.
  test.each(where === 'disk' ? (['jpeg', 'png', 'webp', 'gif', 'avif'] as const) : (['jpeg'] as const))(
    '%s is taken, whatever the file is called',
    async (kind) => {
      const file = await plainPicture(kind);
      const { imageUrl, width, height } = await stored(
        upload(app, bearer, file, { name: '../../etc/passwd\u0000.svg' }).then(
          // A name with NUL cannot be stored; any other name is ignored.
          (answer) => (answer.status === 422 ? upload(app, bearer, file, { name: '../../etc/passwd.svg' }) : answer),
        ),
      );
      expect([width, height]).toEqual([30, 20]);
      expect(await sharp((await download(app, imageUrl)).bytes).metadata()).toMatchObject({
        format: 'webp',
        width: 30,
      });
    },
  );

  test('each kind of picture has its own bucket', async () => {
    const file = await plainPicture('png');
    for (const [at, bucket] of [
      ['/admin/lady-due/upload-image', 'lady-due-images'],
      ['/admin/awa/secrets/upload-image', 'secret-images'],
    ] as const) {
      const { imageUrl } = await stored(upload(app, bearer, file, { path: at }));
      expect(imageUrl).toContain(`/images/${bucket}/`);
      expect((await download(app, imageUrl)).status).toBe(200);
      expect((await download(app, imageUrl.replace(bucket, 'doctor-images'))).status).toBe(404);
    }
  });

  test('the longest side is at most 2,048', async () => {
    const { width, height } = await stored(upload(app, bearer, await plainPicture('png', 4096, 1000)));
    expect([width, height]).toEqual([2048, 500]);
  });

  test.each(where === 'disk' ? noImages : noImages.slice(0, 2))('%s is no image', async (_, make) => {
    const file = await make();
    expect(await refused(() => upload(app, bearer, file))).toEqual(notAnImage);
  });

  test('a GIF that is also a script loses the script', async () => {
    const gif = await plainPicture('gif');
    const both = Buffer.concat([
      gif.subarray(0, -1),
      Buffer.from('!\u00fe\u0018*/=1;alert("script-marker")\u0000;', 'latin1'),
    ]);
    const { imageUrl } = await stored(upload(app, bearer, both));
    expect((await download(app, imageUrl)).bytes.includes('script-marker')).toBe(false);
  });

  describe('5 MB', () => {
    const padded = async (size: number) => {
      const file = await plainPicture('jpeg');
      return Buffer.concat([file, Buffer.alloc(size - file.length)]);
    };

    test('is taken', async () => {
      await stored(upload(app, bearer, await padded(maxImageBytes)));
    });

    test('and one byte more is refused', async () => {
      const file = await padded(maxImageBytes + 1);
      expect(await refused(() => upload(app, bearer, file))).toEqual(tooLarge);
    });

    test('and any more is refused while it streams in, also without a length', async () => {
      const chunk = new Uint8Array(65_536);
      let sent = 0;
      let stop = false;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(formOf([['image', Buffer.alloc(0)]]).subarray(0, -boundaryEnd)),
        pull(controller) {
          // The body is endless, so the response must come before.
          if (stop) return controller.close();
          sent += chunk.length;
          controller.enqueue(chunk);
        },
      });
      const answer = await fetch(`${app.url}${uploadPath}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': formType },
        body,
        duplex: 'half',
      } as RequestInit);
      stop = true;
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'image_too_large']);
      expect(sent).toBeGreaterThan(maxImageBytes);
      expect(await uploads()).toEqual([]);
    });
  });

  test('an upload that is broken off leaves nothing', async () => {
    const before = [await rows(), await files()];
    const broken = new AbortController();
    const head = formOf([['image', await noisyPicture('png')]]).subarray(0, 100_000);
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(head) });
    const asking = fetch(`${app.url}${uploadPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': formType },
      body,
      duplex: 'half',
      signal: broken.signal,
    } as RequestInit).catch(() => 'broken');
    await expect.poll(uploads).toHaveLength(1);
    broken.abort();
    expect(await asking).toBe('broken');
    await expect.poll(uploads).toEqual([]);
    expect([await rows(), await files()]).toEqual(before);
  });

  test('a form without the file, with two, with other fields or twice the same is refused', async () => {
    const file = await plainPicture('png');
    const ask = (parts: Parameters<typeof formOf>[0]) => () =>
      send(app.url, uploadPath, { method: 'POST', bearer, body: formOf(parts), headers: { 'content-type': formType } });
    expect(await refused(ask([['fileName', 'x.png']]))).toEqual([422, 'invalid', 'Please select an image file']);
    expect(await refused(ask([['image', 'text']]))).toEqual([422, 'invalid', 'Please select an image file']);
    for (const parts of [
      [
        ['image', file],
        ['image', file],
      ],
      [
        ['image', file],
        ['other', file],
      ],
      [
        ['image', file],
        ['other', 'x'],
      ],
      [
        ['image', file],
        ['fileName', 'x'],
        ['fileName', 'y'],
      ],
      [
        ['image', file],
        ['fileName', 'x'.repeat(256)],
      ],
      [
        ['image', file],
        ['fileName', 'x'.repeat(100_000)],
      ],
    ] as Parameters<typeof formOf>[0][]) {
      expect((await refused(ask(parts)))[0]).toBe(422);
    }
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect([400, 422]).toContain(
        (
          await refused(
            ask([
              ['image', file],
              [name, 'x'],
            ]),
          )
        )[0],
      );
    }
    await stored(ask([['image', file]])());
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png']) {
      const answer = () =>
        send(app.url, uploadPath, { method: 'POST', bearer, body: '{}', headers: { 'content-type': type } });
      expect((await refused(answer))[0]).toBe(415);
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=other']) {
      const answer = () =>
        send(app.url, uploadPath, {
          method: 'POST',
          bearer,
          body: formOf([['image', file]]),
          headers: { 'content-type': type },
        });
      expect([400, 415, 422]).toContain((await refused(answer))[0]);
    }
    const empty = () => send(app.url, uploadPath, { method: 'POST', bearer });
    expect(await refused(empty)).toEqual([422, 'invalid', 'Please select an image file']);
  });

  test('sent again with its key, it is stored once', async () => {
    const file = await plainPicture('png');
    const before = (await rows()).length;
    const headers = { 'idempotency-key': `key-${where}` };
    const first = await stored(upload(app, bearer, file, { headers }));
    expect(await stored(upload(app, bearer, file, { headers }))).toEqual(first);
    expect(await rows()).toHaveLength(before + 1);
    expect((await upload(app, bearer, await plainPicture('gif'), { headers })).status).toBe(422);
  });

  test('a picture is served in a few widths, each made once', async () => {
    const { imageUrl } = await stored(upload(app, bearer, await plainPicture('png', 600, 300)));
    const asked = await Promise.all(Array.from({ length: 5 }, () => download(app, `${imageUrl}?w=96`)));
    for (const { status, bytes, headers } of asked) {
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 96, height: 48 });
    }
    expect(await sharp((await download(app, `${imageUrl}?w=768`)).bytes).metadata()).toMatchObject({ width: 600 });
    const stem = /([\da-f]{32})/.exec(imageUrl)?.[1] ?? '';
    expect((await files()).filter((name) => name.startsWith(stem))).toEqual([
      `${stem}-768.webp`,
      `${stem}-96.webp`,
      `${stem}.webp`,
    ]);
    for (const query of ['w=97', 'w=', 'w=96&w=192', 'w=0x60', 'width=96', 'w=96&x=1']) {
      expect([query, (await download(app, `${imageUrl}?${query}`)).status]).toEqual([query, 422]);
    }
  });

  test('a browser that has the picture already gets 304', async () => {
    const { imageUrl } = await stored(upload(app, bearer, await plainPicture('png')));
    const tag = (await download(app, imageUrl)).headers.get('etag') ?? '';
    const asks = (known: string, url = imageUrl) => send(app.url, url, { headers: { 'if-none-match': known } });
    for (const known of [tag, `W/${tag}`, `"another", ${tag}`]) {
      const again = await asks(known);
      expect([known, again.status, again.text]).toEqual([known, 304, '']);
    }
    expect((await asks('"another"')).status).toBe(200);
    const never = `${'0'.repeat(32)}.webp`;
    for (const known of ['*', `*, "x"`, `"${never}"`]) {
      expect([known, (await asks(known, `/images/doctor-images/${never}`)).status]).toEqual([known, 404]);
    }
    const head = await send(app.url, imageUrl, { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'image/webp']);
  });

  test('no address leads to anything but stored pictures', async () => {
    const { imageUrl } = await stored(upload(app, bearer, await plainPicture('png')));
    const name = imageUrl.split('/').at(-1) ?? '';
    const unknown = `${'0'.repeat(32)}.webp`;
    for (const at of [
      `/images/doctor-images/${unknown}`,
      `/images/doctor-images/${unknown}?w=96`,
      '/images',
      '/images/',
      '/images/doctor-images',
      '/images/doctor-images/',
      `/images/doctor-images/../doctor-images/${name}`,
      `/images/doctor-images/..%2fdoctor-images%2f${name}`,
      `/images/%2e%2e/images/doctor-images/${name}`,
      `/images/doctor-images/%2e%2e%2f%2e%2e%2fpostgres%2fPG_VERSION`,
      `/images/../../package.json`,
      `/images/..%2f..%2f/package.json`,
      `/images/${encodeURIComponent('/etc')}/passwd`,
      `/images/doctor-images/${encodeURIComponent('/etc/passwd')}`,
      `/images/doctor-images/${name}%00`,
      `/images/doctor-images/${name}%00.webp`,
      `/images/doctor-images/${name}/`,
      `/images/doctor-images//${name}`,
      `/images/doctor-images/${name.toUpperCase()}x`,
      `/images/doctor-images/${name.replace('.webp', '-96.webp')}`,
      `/images/doctor-images/${name.replace('.webp', '.png')}`,
      `/images/Doctor-images/${name}`,
      `/images/doctor-images\\${name}`,
    ]) {
      expect([at, (await send(app.url, at)).status]).toEqual([at, 404]);
    }
  });
});

const half = (file: Buffer) => file.subarray(0, file.length / 2);
/** The end of a form with one file: a line's end, the closing boundary and another line's end. */
const boundaryEnd = formOf([]).length + 2;
