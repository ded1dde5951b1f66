import { expect, test } from 'vitest';
import { doublesAmong, nameKey, phoneKeys } from '#contract/doctor-doubles.ts';

test.each([
  ['Ada Obi', 'Obi Ada'],
  ['Dr. Ada Obi', 'ada  OBI'],
  ['Prof. Dr Ada Obi', 'Obi, Ada (Mrs)'],
  ['Ngọzi Okonkwọ', 'okonkwo ngozi'],
  ['Aisha Ɗantata', 'Aisha Dantata'],
  ['Ṣọlá Adé-Òjó', 'Sola Ade Ojo'],
  ['Ade\u0301', 'Ad\u00e9'],
  ['Chidi O’Neil', 'ONeil Chidi'],
])('%j is the name %j', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ['Ada Obi', 'Ada Obiora'],
  ['Ada Obi', 'Ada Ada Obi'],
  ['Ada Obi', 'Ada'],
  ['Drew Barry', 'Barry'],
])('%j is another name than %j', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test.each([
  ['0803 123 4567', ['2348031234567']],
  ['+234 803 123 4567', ['2348031234567']],
  ['2348031234567', ['2348031234567']],
  ['00234-803-123-4567', ['2348031234567']],
  ['+234 (0) 803 123 4567', ['2348031234567']],
  ['2340803 123 4567', ['2348031234567']],
  ['8031234567', ['2348031234567']],
  ['(0803) 123.4567 ext. 12', ['2348031234567']],
  ['0803 123 4567 x12', ['2348031234567']],
  ['01 234 5678', ['23412345678']],
  ['+44 20 7946 0958', ['442079460958']],
  ['0044 20 7946 0958', ['442079460958']],
  ['0803 123 4567, 0805 000 0000', ['2348031234567', '2348050000000']],
  ['0803 123 4567 / +234 803 123 4567', ['2348031234567']],
  ['112', []],
  ['', []],
])('the phone %j is %j', (phone, keys) => {
  expect(phoneKeys(phone)).toEqual(keys);
});

const ada = { id: 'a', name: 'Ada Obi', phone: '0803 123 4567' };
const obi = { id: 'b', name: 'Obi Ada', phone: '' };
const efe = { id: 'c', name: 'Efe Okoro', phone: '+234 803 123 4567, 0805 000 0000' };
const none = { id: 'd', name: 'Dr', phone: '' };
const find = doublesAmong([ada, obi, efe, none]);

test('doubles are found by name and by phone, without the doctor', () => {
  expect(find(ada, ({ id }) => id === 'a')).toEqual({ sameName: [obi], samePhone: [efe] });
  expect(find({ name: 'New', phone: '0805 000 0000, 0803 123 4567' }, () => false)).toEqual({
    sameName: [],
    samePhone: [efe, ada],
  });
  expect(find({ name: 'Dr.', phone: '112' }, () => false)).toEqual({ sameName: [], samePhone: [] });
});

test('5,000 doctors are compared with each other quickly', () => {
  const many = Array.from({ length: 5000 }, (_, n) => ({
    name: `Person ${n}`,
    phone: `0803 ${String(n).padStart(7, '0')}`,
  }));
  const among = doublesAmong(many);
  expect(many.filter((one) => among(one, (other) => other === one).samePhone.length > 0)).toEqual([]);
});
