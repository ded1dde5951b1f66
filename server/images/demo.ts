import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type ImageBucket, bucketOf } from '#contract/images.ts';
import { type Random, seededRandom } from '#server/database/seeded-random.ts';
import { encodePixels } from '#server/images/encode.ts';
import { type Storage, urlOf } from '#server/images/storage.ts';

type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a point; both coordinates go from 0 to 1. */
type Drawing = (x: number, y: number) => Colour;

/** The addresses of the pictures for demo data. */
export type DemoImages = { people: string[]; scenes: string[]; doctors: string[]; cards: string[] };

const skins: readonly Colour[] = [
  [92, 58, 40],
  [120, 77, 52],
  [141, 94, 66],
  [74, 46, 33],
];
const cloths: readonly Colour[] = [
  [194, 24, 91],
  [0, 121, 107],
  [245, 166, 35],
  [63, 81, 181],
  [123, 31, 162],
  [46, 125, 50],
];
const hair: Colour = [28, 22, 20];
const white: Colour = [246, 247, 249];

/** Whether a point is in an ellipse around `cx` and `cy`. */
const within = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) => {
  const [dx, dy] = [(x - cx) / rx, (y - cy) / ry];
  return dx * dx + dy * dy < 1;
};

const between = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** A person from the front, in flat colours, before a wall. `coat` is the colour of a doctor's coat. */
function portrait(random: Random, coat?: Colour): Drawing {
  const [skin, clothes, wall] = [random.pick(skins), random.pick(cloths), random.pick(cloths)];
  const cloth = coat ?? clothes;
  const light = between(wall, [255, 255, 255], 0.75);
  const [wide, high] = [0.2 + random.next() * 0.06, 0.24 + random.next() * 0.1];
  return (x, y) => {
    if (within(x, y, 0.5, 0.46, 0.15, 0.2)) return skin;
    if (within(x, y, 0.5, 0.4, wide, high)) return hair;
    if (within(x, y, 0.5, 0.62, 0.07, 0.16)) return skin;
    if (within(x, y, 0.5, 1.05, 0.38, 0.35)) return cloth;
    return between(light, wall, y * 0.4);
  };
}

/** Hills below a sky. */
function scene(random: Random): Drawing {
  const [sky, land] = [random.pick(cloths), random.pick(cloths)];
  const [sunX, sunY, turn] = [0.2 + random.next() * 0.6, 0.15 + random.next() * 0.3, random.next() * 6];
  return (x, y) => {
    const hill = (at: number) => 0.55 + at * 0.16 + 0.06 * Math.sin(x * (5 + at * 3) + turn + at * 2);
    if (y > hill(1.6)) return between(land, [0, 0, 0], 0.45);
    if (y > hill(0.5)) return between(land, [0, 0, 0], 0.15);
    if (within(x, y, sunX, sunY, 0.06, 0.096)) return [255, 244, 214];
    return between(sky, [255, 236, 210], 0.3 + y);
  };
}

function paint(draw: Drawing, width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const [red, green, blue] = draw(x / width, y / height);
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
    }
  }
  return encodePixels(pixels, width, height);
}

/**
 * Creates the pictures of the demo data and stores them, with their rows in the transaction of `client`. Each load has
 * the same pictures under the same names, and creates the missing ones.
 */
export async function loadDemoImages(client: pg.ClientBase, storage: Storage): Promise<DemoImages> {
  const store = async (bucket: ImageBucket, seed: string, draw: Drawing, width: number, height: number) => {
    const name = `${createHash('sha256').update(`demo ${seed}`).digest('hex').slice(0, 32)}.webp`;
    const there = await client.query('UPDATE images SET used_at = now(), unused_since = NULL WHERE name = $1', [name]);
    if (there.rowCount === 0) {
      const { bytes } = await paint(draw, width, height);
      await storage.put({ bucket, name }, bytes);
      await client.query('INSERT INTO images (name, bucket, width, height, bytes) VALUES ($1, $2, $3, $4, $5)', [
        name,
        bucket,
        width,
        height,
        bytes.length,
      ]);
    }
    return urlOf({ bucket, name });
  };
  const each = async (count: number, word: string, one: (seed: string, random: Random) => Promise<string>) => {
    const urls: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const seed = `${word} ${index}`;
      urls.push(await one(seed, seededRandom(seed)));
    }
    return urls;
  };
  return {
    people: await each(16, 'person', (seed, random) => store(bucketOf.community, seed, portrait(random), 160, 160)),
    doctors: await each(20, 'doctor', (seed, random) =>
      store(bucketOf.doctor, seed, portrait(random, white), 128, 128),
    ),
    cards: await each(6, 'card', (seed, random) => store(bucketOf.card, seed, scene(random), 768, 320)),
    scenes: await each(6, 'scene', (seed, random) => store(bucketOf.community, seed, scene(random), 480, 300)),
  };
}
