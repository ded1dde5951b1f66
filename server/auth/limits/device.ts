import type { FastifyRequest } from 'fastify';

const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (table: [RegExp, string][], agent: string) => table.find(([fits]) => fits.test(agent))?.[1];

/**
 * The device and the network address of a call, in words: `Chrome on Windows, 102.89.1.1`. No other part of the header
 * is kept.
 */
export function originOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>) {
  const agent = headers['user-agent'] ?? '';
  const [browser = 'A program', system] = [find(browsers, agent), find(systems, agent)];
  return `${browser}${system ? ` on ${system}` : ''}, ${ip}`;
}
