import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import path from 'node:path';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Scores = Record<(typeof categories)[number], number>;

type Report = { categories: Record<string, { score: number | null }>; runtimeError?: { message: string } };

/**
 * Lighthouse's scores of a page, 0 to 100, in a browser that listens on a debugging port. Its cookies stay, so the page
 * is measured as a signed-in person sees it.
 */
export async function scoresOf(url: string, port: number, preset: 'desktop' | 'mobile'): Promise<Scores> {
  const options = [
    `--port=${port}`,
    `--only-categories=${categories.join(',')}`,
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    '--disable-storage-reset',
    '--no-enable-error-reporting',
    '--output=json',
    '--quiet',
  ];
  const child = spawn(process.execPath, [path.resolve('node_modules/lighthouse/cli/index.js'), url, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const said = await text(child.stdout);
  await ended;
  const report = JSON.parse(said) as Report;
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  const score = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  };
}
