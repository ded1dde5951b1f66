import type { StatementLanguage } from '#contract/moderation.ts';

/**
 * The sentence for `{read}` in the message of a playbook. It is true only of a message that staff send: the words that the
 * app shows without staff go without it. No native speaker has checked the languages besides English.
 */
const readByPerson: Record<StatementLanguage, string> = {
  english: 'A person on our team has read your words.',
  pidgin: 'One person for our team don read wetin you write.',
  yoruba: 'Ẹnì kan nínú ẹgbẹ́ wa ti ka ọ̀rọ̀ yín.',
  hausa: 'Wani daga cikin ma’aikatanmu ya karanta abin da kuka rubuta.',
  igbo: 'Otu onye n’ime ndị otu anyị agụọla ihe i dere.',
};

/** A message as staff send it: it says that a person has read the words that it answers. */
export const sentByPerson = (text: string, language: StatementLanguage) =>
  text.replaceAll(/\{read\}/gi, readByPerson[language]);

/** A message as the app shows it when nobody has read anything. */
export const shownByApp = (text: string) => text.replaceAll(/\{read\}\s*/gi, '').trim();
