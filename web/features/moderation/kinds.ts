import {
  type StatementLanguage,
  moderationApi,
  ruleFields,
  statementLanguages,
  templateFields,
} from '#contract/moderation.ts';
import { defineEntity } from '#web/entity/define/define-entity.tsx';

const titled = { title: ({ title }: { title: string }) => title, created: 'Added' };

/** The languages share a form in pairs; the English text, which everyone falls back to, is alone. */
const languageRows = [['english'], ['pidgin', 'yoruba'], ['hausa', 'igbo']] as const;

export const ruleEntity = defineEntity({
  ...titled,
  contract: ruleFields,
  routes: moderationApi.rules,
  layout: { rows: [['title'], ...languageRows, ['displayOrder']] },
});

export const templateEntity = defineEntity({
  ...titled,
  contract: templateFields,
  routes: moderationApi.templates,
  isInternal: true,
  layout: { rows: [['title'], ['verdict'], ...languageRows, ['displayOrder']] },
});

/** The languages that a rule or a template has a text in: `English, Nigerian Pidgin and Hausa`. */
export function languagesOf(texts: Readonly<Record<StatementLanguage, string>>) {
  const names = Object.entries(statementLanguages).filter(([language]) => texts[language as StatementLanguage] !== '');
  return list.format(names.map(([, name]) => name));
}

const list = new Intl.ListFormat('en-GB');
