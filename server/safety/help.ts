import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Harm } from '#contract/mark.ts';
import { type StatementLanguage, blanksIn } from '#contract/moderation.ts';
import { markRules } from '#contract/mark-places.ts';
import { shownByApp } from '#contract/playbook-words.ts';
import type { Playbook, safetyApi } from '#contract/safety.ts';
import type { Output } from '#contract/route.ts';
import { cached } from '#server/http/responses/cached.ts';
import { listEntities } from '#server/records/reads.ts';
import { listOffered, nextDue } from '#server/safety/calls.ts';
import { playbookKind } from '#server/safety/kinds.ts';
import { playbooks } from '#server/safety/tables.ts';

type Help = Output<typeof safetyApi.help.read>;

/** A message as it can be read without staff: one with a blank that staff must fill in is none. */
const isWhole = (text: string) => text.trim() !== '' && blanksIn(text).length === 0;

/** The message of a playbook in a language, else in English; undefined when a blank stands in both. */
function wordsOf({ mark, ...texts }: Pick<Playbook, 'mark' | StatementLanguage>, wanted: StatementLanguage) {
  const language = [wanted, 'english' as const].find((one) => isWhole(texts[one]));
  return language && { mark, text: shownByApp(texts[language]), language };
}

/** The first words to a person in danger, for each mark. */
const firstWords = (all: readonly Pick<Playbook, 'mark' | StatementLanguage>[], language: StatementLanguage) =>
  Harm.options.flatMap((mark) => {
    const [words] = all.flatMap((one) => (one.mark === mark ? (wordsOf(one, language) ?? []) : []));
    return words ?? [];
  });

type Given = { emergency: string; publicUrl: string };

/** The help that the app offers. The clock decides at each read which lines are due, and no cache keeps one longer. */
export const readHelp = (db: NodePgDatabase, { emergency, publicUrl }: Given) =>
  cached({
    areas: ['help'],
    async read({ language }: { language: StatementLanguage }, replica = db): Promise<Help> {
      const [lines, all] = [
        await listOffered(replica),
        await listEntities(replica, playbookKind, eq(playbooks.isActive, true)),
      ];
      return {
        emergency,
        lines,
        words: firstWords(all, language),
        // The build names the file so (`scripts/build.mjs`).
        rules: { version: markRules, address: `${publicUrl}/assets/awa-marks.${markRules}.js` },
      };
    },
    validUntil: (_, replica = db) => nextDue(replica),
  });
