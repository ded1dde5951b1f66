import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * A program that keeps 50 MB and produces garbage with some lifetime, like calls that wait for the database. It prints
 * the maximum size of its heap, in MB.
 */
const program = (first: string) => `
  import { setImmediate as turn } from 'node:timers/promises';
  import { collectEarly } from '#server/run/memory.ts';
  ${first}
  const make = (many) => Array.from({ length: many }, (_, index) => ({ index, list: [index, index + 1] }));
  globalThis.kept = make(350_000);
  globalThis.gc();
  const waiting = [];
  let most = 0;
  for (let call = 0; call < 4000; call += 1) {
    waiting.push(make(1000));
    if (waiting.length > 100) waiting.shift();
    await turn();
    most = Math.max(most, process.memoryUsage().heapTotal);
  }
  console.log(Math.round(most / 1024 / 1024));
`;

// The young generation has the same size on each version of Node: by default Node 24 gives it four times that of Node
// 20.
function run(code: string, flags = ['--max-semi-space-size=16']) {
  const args = [...flags, '--import', 'tsx', '--expose-gc', '--input-type=module', '--eval', code];
  return promisify(execFile)(process.execPath, args);
}

const mostOf = async (first: string) => Number((await run(program(first))).stdout);

/** V8's default on a machine that is not busy. */
const fourfold = "(await import('node:v8')).setFlagsFromString('--heap-growing-percent=300');";

test('garbage is collected much sooner than when the heap has grown to four times its live data', async () => {
  const [ours, usual] = await Promise.all([mostOf('collectEarly();'), mostOf(fourfold)]);
  expect(ours).toBeLessThan(usual * 0.8);
});

/** Prints the maximum size of the young generation, in MB, while each call creates 300 kB that live for 100 calls. */
const youngProgram = `
  import { setImmediate as turn } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { collectEarly } from '#server/run/memory.ts';
  collectEarly();
  const waiting = [];
  let most = 0;
  for (let call = 0; call < 1500; call += 1) {
    waiting.push(Array.from({ length: 2000 }, (_, index) => ({ index, list: [index, index + 1] })));
    if (waiting.length > 100) waiting.shift();
    await turn();
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    most = Math.max(most, young.space_size);
  }
  console.log(Math.round(most / 1024 / 1024));
`;

test('the young part of the heap stays as small as on Node 20, which V8 of Node 24 makes 128 MB large', async () => {
  const { stdout } = await run(youngProgram, []);
  expect(Number(stdout)).toBeGreaterThan(8);
  expect(Number(stdout)).toBeLessThanOrEqual(64);
});

test('V8 knows the flags that are set', async () => {
  const { stderr } = await run(`
    import { collectEarly } from '#server/run/memory.ts';
    collectEarly();
  `);
  expect(stderr).not.toContain('flag');
});

test('a start does not load large modules that only some calls need', async () => {
  const { stdout: loaded } = await run(`
    import { createRequire } from 'node:module';
    await import('#server/app.ts');
    await import('#server/run/demo.ts');
    console.log(Object.keys(createRequire(process.cwd() + '/').cache).join('\\n'));
  `);
  const isLoaded = (name: string) => loaded.replaceAll('\\', '/').includes(`/node_modules/${name}/`);
  expect(['fastify', 'pg', 'sharp', 'sanitize-html', '@zxcvbn-ts/language-common'].filter(isLoaded)).toEqual([
    'fastify',
    'pg',
  ]);
});

test('pictures are not worked on in this process, which would keep their memory', async () => {
  const { stdout } = await run(`
    import { readFileSync } from 'node:fs';
    import { encodePixels, narrowPicture } from '#server/images/encode.ts';
    const drawn = await encodePixels(Buffer.alloc(200 * 100 * 3), 200, 100);
    const { width, height } = await narrowPicture(drawn.bytes, 96);
    console.log(width, height, readFileSync('/proc/self/maps', 'utf8').includes('libvips'));
  `);
  expect(stdout).toBe('96 48 false\n');
});
