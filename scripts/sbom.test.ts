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

test('the bill of materials has every package that is shipped, those that tests need too included, and no other', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-bill-'));
  const file = path.join(folder, 'sbom.json');
  writeBillOfMaterials(file);
  const bill = JSON.parse(readFileSync(file, 'utf8')) as Bill;
  rmSync(folder, { recursive: true });
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const installed = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev);
  const shipped = installed.map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`);
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'awa-desk']);
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual(
    [...new Set(shipped)].toSorted(),
  );
});
