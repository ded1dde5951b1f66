import {
  type StatementLanguage,
  moderationApi,
  ruleFields,
  statementLanguages,
  templateFields,
} from '#contract/moderation.ts';
import { helpLineFields, playbookFields, safetyApi } from '#contract/safety.ts';
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
  layout: { rows: [['title'], ['purpose'], ...languageRows, ['displayOrder']] },
});

export const playbookEntity = defineEntity({
  ...titled,
  contract: playbookFields,
  routes: safetyApi.playbooks,
  isInternal: true,
  layout: {
    rows: [['title'], ['mark'], ['steps'], ['questions'], ['neverSay'], ...languageRows, ['displayOrder']],
  },
});

export const helpLineEntity = defineEntity({
  title: ({ name }) => name,
  created: 'Added',
  contract: helpLineFields,
  routes: safetyApi.helpLines,
  layout: {
    rows: [['name'], ['purpose', 'number'], ['hours', 'cost'], ['languages', 'states'], ['source'], ['displayOrder']],
  },
});

const list = new Intl.ListFormat('en-GB');

/** The languages in which a rule or a template has a text: `In all languages`, `Only in English`, `Not in Igbo`. */
export function languagesOf(texts: Readonly<Record<StatementLanguage, string>>) {
  const languages = Object.entries(statementLanguages);
  const missing = languages.filter(([language]) => texts[language as StatementLanguage] === '');
  if (missing.length === 0) return 'In all languages';
  if (missing.length === languages.length - 1) return 'Only in English';
  return `Not in ${list.format(missing.map(([, name]) => name))}`;
}
