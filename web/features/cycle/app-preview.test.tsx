import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { description, insight, phase, week } from '#contract/cycle.ts';
import { createQueryClient } from '#web/api/query.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => Promise.resolve(Response.json({})));
const { descriptionPreview, insightPreview, phasePreview, weekPreview } =
  await import('#web/features/cycle/app-preview.tsx');

const drawn = (preview: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>{preview}</QueryClientProvider>
    </MantineProvider>,
  );

test.each([
  ['a phase', phase, phasePreview],
  ['an insight', insight, insightPreview],
  ['a description', description, descriptionPreview],
  ['a pregnancy week', week, weekPreview],
] as const)('the preview of %s contains each of its texts', (_name, { fields, blank }, preview) => {
  const written = Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type }]): [string, string | string[]][] => {
      if (type === 'text') return [[name, `${name} here`]];
      return Array.isArray(blank[name as never]) ? [[name, [`${name} one`, `${name} two`]]] : [];
    }),
  );
  const shown = drawn(preview({ ...blank, ...written } as never));
  for (const text of Object.values(written).flat()) expect(shown).toContain(text);
});

test('the preview of an inactive record says that it is not in the app', () => {
  expect(drawn(weekPreview({ ...week.blank, isActive: false }))).toContain('It is inactive');
  expect(drawn(weekPreview(week.blank))).not.toContain('It is inactive');
});

test('the preview fills in placeholders', () => {
  const texts = { title: 'Number {emergency}', description: 'Call {emergency}.' };
  const shown = drawn(descriptionPreview({ ...description.blank, ...texts }));
  expect(shown).toContain('Number 112');
  expect(shown).toContain('Call 112.');
});
