import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeBillOfMaterials } from '#scripts/sbom.mjs';

type Bill = {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: { name: string; version: string }[];
};

test('the bill of materials has every package that is shipped, on the server or to the browser, and no tool', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-bill-'));
  const file = path.join(folder, 'sbom.json');
  writeBillOfMaterials(file);
  const bill = JSON.parse(readFileSync(file, 'utf8')) as Bill;
  rmSync(folder, { recursive: true });
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const named = Object.entries(packages).map(([place, { version, dev }]) => ({
    name: `${place.split('node_modules/').at(-1)}@${version}`,
    isInstalled: place !== '' && !dev,
  }));
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'awa-desk']);
  // A server installs these.
  expect(named.filter(({ name, isInstalled }) => isInstalled && !listed.has(name))).toEqual([]);
  // The build puts some of the others into the files for the browser, directly or through another package.
  const inBrowser = named.filter(({ name, isInstalled }) => !isInstalled && listed.has(name)).map(({ name }) => name);
  const names = inBrowser.map((name) => name.slice(0, name.lastIndexOf('@')));
  expect(names).toEqual(expect.arrayContaining(['react', '@mantine/core', 'prosemirror-state', 'idb-keyval']));
  const tools = /^(?:vite|vitest|esbuild|typescript|knip|oxlint|lighthouse|@playwright|@types\/node)/;
  expect(names.filter((name) => tools.test(name))).toEqual([]);
});
