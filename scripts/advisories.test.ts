import { expect, test } from 'vitest';
import { readAudit } from '#scripts/advisories.mjs';

const at = (name: string) => ({ name, nodes: [`node_modules/${name}`] });
const shipped = { 'node_modules/sender': {}, 'node_modules/server': {} };

test('a report with advisories names each shipped package, how bad it is and why', () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      sender: { ...at('sender'), severity: 'high', range: '<1.2.0', via: [{ title: 'Reads other files' }] },
      server: { ...at('server'), severity: 'moderate', range: '2.0.0', via: ['sender'] },
      tester: { ...at('tester'), severity: 'critical', range: '1.0.0', via: [{ title: 'Runs other code' }] },
    },
  };
  expect(readAudit(JSON.stringify(report), shipped)).toEqual([
    'sender <1.2.0 (high): Reads other files',
    'server 2.0.0 (moderate): through sender',
  ]);
});

test('a report without advisories has no problems', () => {
  expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }), shipped)).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['a page instead of a report', '<html></html>'],
  ['a refusal', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 })],
  ['a lost connection', JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'not found' } })],
])('%s is no clean report', (_, output) => {
  expect(readAudit(output, shipped)).toBeNull();
});
