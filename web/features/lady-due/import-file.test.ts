import { expect, test } from 'vitest';
import { maxImportBytes } from '#contract/lady-due.ts';
import { namesAt, readImport } from '#web/features/lady-due/import-file.ts';

const fileOf = (content: string) => new File([content], 'content.json', { type: 'application/json' });
const valid = { version: '1.0', trackingMode: 'PCOS', categories: [{ name: 'One', sections: [{ title: 'Two' }] }] };

test('an exported file is read', async () => {
  expect(await readImport(fileOf(JSON.stringify(valid)))).toMatchObject({ content: valid, trackingMode: 'PCOS' });
});

test.each([
  ['not JSON', '{'],
  ['no object', '[]'],
  ['no categories', '{"trackingMode":"PCOS"}'],
  ['categories that are no list', '{"trackingMode":"PCOS","categories":{}}'],
  ['no tracking mode', '{"categories":[]}'],
  ['an unknown tracking mode', '{"trackingMode":"toString","categories":[]}'],
])('a file with %s is refused with the message of the catalogue', async (_, content) => {
  expect(await readImport(fileOf(content))).toMatchObject({ message: 'Invalid import file format' });
});

test('a file over 20 MB is refused before it is read', async () => {
  const large = fileOf(' '.repeat(maxImportBytes + 1));
  expect(await readImport(large)).toMatchObject({
    message: 'Import failed. Please check the file format and try again.',
    detail: 'content.json is 20.1 MB. A file can be 20.0 MB at most. Nothing was sent.',
  });
});

test('a path is shown as the names along it', () => {
  expect(namesAt(valid, 'categories.0.sections.0.cards.3.title')).toBe('One / Two');
  expect(namesAt(valid, 'categories.9.name')).toBe('');
});
