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
  const page = (title: string) =>
    `<!doctype html><html><head><title>${title}</title><script src="/plain.js"></script></head><body></body></html>`;
  writeFileSync(path.join(folder, 'index.html'), page('Awa Desk'));
  writeFileSync(path.join(folder, 'pages/users.html'), page('Users of Awa Desk'));
  writeFileSync(path.join(folder, 'pages/visits.html'), page('Visits of Awa Desk'));
  writeFileSync(path.join(folder, 'plain.js'), 'document.title;');
  writeFileSync(path.join(folder, 'assets/index-abc123.js'), 'document.title;');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
