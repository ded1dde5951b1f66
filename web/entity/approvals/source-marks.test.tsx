import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SourceMark } from '#contract/sources.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => Promise.resolve(Response.json({ sources: [] })));
const { MarkedCitations } = await import('#web/entity/approvals/source-marks.tsx');

const mark: SourceMark = { state: 'superseded', note: 'Use the edition of 2026.', markedBy: null, markedAt: '' };

test('the citations whose sources are superseded or withdrawn are named, with the reason', () => {
  const shown = (...citations: string[]) =>
    renderToStaticMarkup(
      <MantineProvider>
        <MarkedCitations citations={citations} markOf={(one) => (one === 'WHO 2016' ? mark : undefined)} />
      </MantineProvider>,
    );
  expect(shown('WHO 2016', 'NHS')).toMatch(/WHO 2016.*This source is superseded: Use the edition of 2026\./);
  expect(shown('WHO 2016', 'NHS')).not.toContain('NHS');
  expect(shown('NHS')).not.toContain('<ul');
});
