import { expect, test } from 'vitest';
import { maxCsvBytes } from '#contract/doctor-import.ts';
import { readDoctorFile } from '#web/features/doctors/doctor-file.ts';

const fileOf = (content: BlobPart) => new File([content], 'doctors.csv');

test('a file in UTF-8 is read', async () => {
  expect(await readDoctorFile(fileOf('Name\nNgọzi'))).toEqual({ name: 'doctors.csv', size: 12, text: 'Name\nNgọzi' });
});

test('a file in another encoding is refused', async () => {
  expect(await readDoctorFile(fileOf(new Uint8Array([0x4e, 0xe9, 0x0a])))).toEqual({
    message: 'Invalid import file format',
    detail: 'doctors.csv is not in UTF-8. In the spreadsheet choose “CSV UTF-8” when you save it. Nothing was sent.',
  });
});

test('a file over 1 MB is refused before it is read', async () => {
  expect(await readDoctorFile(fileOf('x'.repeat(maxCsvBytes + 1)))).toMatchObject({
    detail: 'doctors.csv is 1.1 MB. A file can be 1.0 MB at most. Nothing was sent.',
  });
});
