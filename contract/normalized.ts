/** Normalizes a text in linear time: of more than 30 marks on one letter, only the first 30 stay. */
export const normalized = (value: string, form: 'NFC' | 'NFD') =>
  value.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);
