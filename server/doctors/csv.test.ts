import { describe, expect, test } from 'vitest';
import type { Doctor } from '#contract/doctors.ts';
import { maxCsvBytes, maxCsvLines } from '#contract/doctor-import.ts';
import { doctorsAsCsv, readCsv } from '#server/doctors/csv.ts';

const errorsOf = (text: string) => readCsv(text).errors.map(({ path, message }) => [path, message]);
const valuesOf = (text: string) => readCsv(text).lines.map(({ line, values }) => [line, values]);

describe('a file is read', () => {
  test.each([
    ['with commas', 'Name,Specialty\nAda,Midwifery\n'],
    ['with semicolons', 'Name;Specialty\nAda;Midwifery\n'],
    ['with tabs', 'Name\tSpecialty\nAda\tMidwifery\n'],
    ['with a byte order mark and CRLF', '\ufeffName,Specialty\r\nAda,Midwifery\r\n'],
    ['with CR', 'Name,Specialty\rAda,Midwifery'],
    ['with quotation marks', '"Name","Specialty"\n"Ada","Midwifery"'],
    ['with columns without a name or a text', 'Name,Specialty,,\nAda,Midwifery,,\n'],
    ['with other names of the columns', ' NAME , specialty\nAda,Midwifery'],
  ])('%s', (_, text) => {
    expect(readCsv(text)).toEqual({
      columns: ['name', 'specialty'],
      lines: [{ line: 2, values: { name: 'Ada', specialty: 'Midwifery' } }],
      errors: [],
    });
  });

  test('with the line of each doctor, past empty lines and texts of several lines', () => {
    const text = '\r\nName;Bio\r\nAda;"One\r\ntwo ""quoted"""\r\n\r\n;\r\nBola;x\r\n';
    expect(valuesOf(text)).toEqual([
      [3, { name: 'Ada', bio: 'One\r\ntwo "quoted"' }],
      [7, { name: 'Bola', bio: 'x' }],
    ]);
  });

  test('with a semicolon in a quoted name of a column', () => {
    expect(valuesOf('"Name","Specialty"\n"a;b;c",x')).toEqual([[2, { name: 'a;b;c', specialty: 'x' }]]);
  });

  test.each([
    ['Consultation fee', '25000.5', 25_000.5],
    ['Consultation fee', '"₦25,000"', 25_000],
    ['Consultation fee', '"1,250,000.50"', 1_250_000.5],
    ['Rating', '"4,8"', 4.8],
    ['Rating', '', 0],
    ['Rating', 'good', 'good'],
    ['Years of experience', '1e3', '1e3'],
    ['Active', 'Yes', true],
    ['Active', 'FALSE', false],
    ['Active', 'maybe', 'maybe'],
    ['Active', '', undefined],
    ['Availability', 'Busy', 'busy'],
    ['Availability', '', undefined],
    ['Availability', 'away', 'away'],
    ['Languages', '"English, Yorùbá"', ['English', 'Yorùbá']],
    ['Languages', 'English; Igbo;', ['English', 'Igbo']],
    ['Languages', '', []],
    ['Phone', "'+234 803 123 4567", '+234 803 123 4567'],
    ['Phone', '+234 803 123 4567', '+234 803 123 4567'],
    ['Bio', "'tis so", "'tis so"],
    ['ID', ' ABC ', 'abc'],
    ['licenceNumber', 'MDCN 1', 'MDCN 1'],
  ])('the %s %j is %j', (column, cell, value) => {
    const [line] = readCsv(`Name,${column}\nAda,${cell}`).lines;
    const [, read] = Object.entries(line?.values ?? {}).find(([name]) => name !== 'name') ?? [];
    expect(read).toEqual(value);
  });
});

describe('a file is refused', () => {
  test.each([
    ['', [['', 'The file is empty. The first line must have the names of the columns.']]],
    [' \n\n', [['', 'The file is empty. The first line must have the names of the columns.']]],
    [
      'Name,Shoe size,Bio,bio\nAda,38',
      [
        ['1', 'There is no column “Shoe size” of doctors'],
        ['1', 'The column “bio” is there twice'],
      ],
    ],
    ['Name\nAda,Obi', [['2', 'The text in column 2 belongs to no column with a name']]],
    ['Name\nAda\n"Bola\nChi\n', [['3', 'A quotation mark is opened here and never closed']]],
    [
      'Name,Bio\r\n"A\r\nB",x\r\nBola,x"y\r\n',
      [['4', 'A quotation mark stands within a text: write it twice, and put the whole text in quotation marks']],
    ],
    ['Name\nAd\ufffd', [['', 'The file is not in UTF-8. In the spreadsheet choose “CSV UTF-8” when you save it.']]],
    ['N\0a\0m\0e\0', [['', 'The file is not in UTF-8. In the spreadsheet choose “CSV UTF-8” when you save it.']]],
    [`Name\n${'é'.repeat(maxCsvBytes / 2)}`, [['', 'The file is larger than 1 MB']]],
    [`Name\n${'Ada\n'.repeat(maxCsvLines + 1)}`, [['', 'A file can have at most 5,000 doctors']]],
  ])('%#', (text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });
});

test('what is exported is read back, and no cell is a formula', () => {
  const doctor = {
    id: '01a1fdea-0000-7000-8000-000000000001',
    name: '=1+1',
    specialty: "'=cmd",
    bio: 'One\r\n"two"\n\rthree; four, five ',
    email: '@ada',
    phone: '+234 803 123 4567',
    licenceNumber: '-1',
    imageUrl: '',
    profileImage: '\tx',
    yearsOfExperience: 0,
    location: '＝x',
    availabilityStatus: 'busy',
    consultationFee: 12_500.5,
    rating: 4.7,
    languages: ['English, of a kind'],
    calendlyUrl: "''+x",
    isActive: false,
  };
  const text = doctorsAsCsv([{ ...doctor, languages: ['English', 'Igbo'] }, doctor] as unknown as Doctor[]);
  const { lines, errors } = readCsv(text);
  expect(errors).toEqual([]);
  expect(lines.map(({ values }) => values)).toEqual([{ ...doctor, languages: ['English', 'Igbo'] }, doctor]);
  for (const start of ['=', '+', '-', '@', '\t']) expect(text).not.toMatch(new RegExp(`(^|[",\n])\\${start}`));
});
