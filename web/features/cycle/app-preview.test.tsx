import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { phaseDescriptionFields, insightFields, phaseFields, pregnancyWeekFields } from '#contract/cycle.ts';
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
  ['a phase', phaseFields, phasePreview],
  ['an insight', insightFields, insightPreview],
  ['a description', phaseDescriptionFields, descriptionPreview],
  ['a pregnancy week', pregnancyWeekFields, weekPreview],
] as const)('the preview of %s contains each of its texts', (_name, { fields, blank }, preview) => {
  const values = Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type }]): [string, string | string[]][] => {
      if (type === 'text') return [[name, `${name} here`]];
      return Array.isArray(blank[name as never]) ? [[name, [`${name} one`, `${name} two`]]] : [];
    }),
  );
  const shown = drawn(preview({ ...blank, ...values } as never));
  for (const text of Object.values(values).flat()) expect(shown).toContain(text);
});

test('the preview of an inactive record says that it is not in the app', () => {
  expect(drawn(weekPreview({ ...pregnancyWeekFields.blank, isActive: false }))).toContain('It is inactive');
  expect(drawn(weekPreview(pregnancyWeekFields.blank))).not.toContain('It is inactive');
});

test('the preview fills in placeholders', () => {
  const texts = { title: 'Number {emergency}', description: 'Call {emergency}.' };
  const shown = drawn(descriptionPreview({ ...phaseDescriptionFields.blank, ...texts }));
  expect(shown).toContain('Number 112');
  expect(shown).toContain('Call 112.');
});
