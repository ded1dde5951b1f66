import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { built } from '#tests/desk/built-server.ts';

/** The packages that a built file loads before its first statement, directly, and through other built files. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(/^(?:import|\}|import .*) (?:from )?"([^"]+)";$/gm)].flatMap(([, name = '']) =>
    name.startsWith('.') ? packagesOf(path.join(path.dirname(file), name), seen) : [name],
  );
}

test('the program opens the database before it loads the server', () => {
  const packages = packagesOf(built.main);
  expect(packages).toContain('pg');
  expect(packages).not.toContain('fastify');
});
