import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Creates a minimal built dashboard: its page, that of an area and of a tab, a hashed script and a plain file. Call
 * `remove` when done.
 */
export function webFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'awa-web-'));
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, 'pages'));
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><title>Awa Desk</title><script src="/plain.js"></script>',
  );
  writeFileSync(path.join(folder, 'pages/users.html'), '<!doctype html><title>Users of Awa Desk</title>');
  writeFileSync(path.join(folder, 'pages/visits.html'), '<!doctype html><title>Visits of Awa Desk</title>');
  writeFileSync(path.join(folder, 'plain.js'), 'document.title;');
  writeFileSync(path.join(folder, 'assets/index-abc123.js'), 'document.title;');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
