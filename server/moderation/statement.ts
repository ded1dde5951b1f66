import { deskTimeZone } from '#contract/common.ts';
import type { StatementLanguage } from '#contract/moderation.ts';

type Filling = { rule: string; until: string | null; language: StatementLanguage };

const inEnglish = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: deskTimeZone });
const inFigures = new Intl.DateTimeFormat('en-GB', { timeZone: deskTimeZone });

/** A statement as the person reads it: `{rule}` is the rule in its language, `{until}` the day on which a sanction ends. */
export function fillStatement(statement: string, { rule, until, language }: Filling) {
  const days = language === 'english' || language === 'pidgin' ? inEnglish : inFigures;
  const values: Record<string, string | undefined> = {
    rule: rule || undefined,
    until: until === null ? undefined : days.format(new Date(until)),
  };
  return statement.replaceAll(/\{(rule|until)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
