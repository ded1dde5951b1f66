import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Creates a minimal built dashboard: its page, that of an area and of a tab, a hashed script and a plain file. `draw` is
 * the code of the module that draws pages (`web/draw.tsx`), beside it. Call `remove` when done.
 */
export function webFolder({ draw }: { draw?: string } = {}) {
  const built = mkdtempSync(path.join(tmpdir(), 'awa-web-'));
  const folder = path.join(built, 'web');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  mkdirSync(path.join(folder, 'pages'));
  const page = (title: string) =>
    `<!doctype html><html><head><title>${title}</title><script src="/plain.js"></script>` +
    `<script type="module" crossorigin src="/assets/index-abc123.js"></script></head><body></body></html>`;
  writeFileSync(path.join(folder, 'index.html'), page('Awa Desk'));
  writeFileSync(path.join(folder, 'pages/users.html'), page('Users of Awa Desk'));
  writeFileSync(path.join(folder, 'pages/visits.html'), page('Visits of Awa Desk'));
  writeFileSync(path.join(folder, 'plain.js'), 'document.title;');
  writeFileSync(path.join(folder, 'assets/index-abc123.js'), 'document.title;');
  if (draw !== undefined) {
    mkdirSync(path.join(built, 'drawing'));
    writeFileSync(path.join(built, 'drawing/draw.js'), draw);
  }
  return { folder, remove: () => rmSync(built, { recursive: true, force: true }) };
}
