import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CategoryTree } from '#contract/lady-due.ts';
import { built } from '#tests/desk/built-server.ts';
import { gone, newFolder, postgresOf, startServer } from '#tests/desk/server-process.ts';
import { send } from '#tests/desk/send.ts';
import { signIn } from '#tests/desk/writes.ts';

const rounds = 12;
const at = '/admin/lady-due';

test(`kill -9 during an import, ${rounds} times: all of it is there or nothing`, async () => {
  const dataDir = newFolder();
  const text = `<p>${'A text of some length. '.repeat(440)}</p>`;
  const cards = Array.from({ length: 2000 }, (_, index) => ({ title: `Card ${index}`, richContent: text }));
  const file = { version: '1.0', trackingMode: 'PCOS', categories: [{ name: 'A', sections: [{ title: 'S', cards }] }] };
  const body = JSON.stringify({ file, trackingMode: 'PCOS' });
  const headers = { 'content-type': 'application/json' };
  let { url, password = '', child } = await startServer(built.main, { DATA_DIR: dataDir });
  let imported = 0;
  let took = Infinity;
  for (let round = 0; round <= rounds; round += 1) {
    const bearer = await signIn(url, password);
    const before = performance.now();
    const importing = send(url, `${at}/import`, { method: 'POST', bearer, body, headers }).then(
      ({ status }) => status === 200,
      () => false,
    );
    // The first import runs to its end. The fastest so far decides when the next one is killed.
    if (round > 0) {
      await Promise.race([importing, pause(took * Math.random())]);
      child.kill('SIGKILL');
    }
    const acknowledged = await importing;
    if (acknowledged) took = Math.min(took, performance.now() - before);
    if (round > 0) ({ url, child } = await startServer(built.main, { DATA_DIR: dataDir }));
    const again = await signIn(url, password);
    const { json } = await send(url, `${at}/categories?trackingMode=PCOS`, { bearer: again });
    const { categories } = json as { categories: CategoryTree[] };
    for (const { sections } of categories) expect(sections.map((one) => one.cards.length)).toEqual([2000]);
    // An import may have been committed before its response was sent.
    expect([imported + 1, ...(acknowledged ? [] : [imported])]).toContain(categories.length);
    imported = categories.length;
  }
  console.log(`${imported} of ${rounds + 1} imports were whole; one takes ${Math.round(took)} ms`);
  expect(imported).toBeLessThan(rounds + 1);
  const postgres = postgresOf(dataDir);
  child.kill('SIGINT');
  await gone(postgres);
  rmSync(dataDir, { recursive: true, force: true });
});
