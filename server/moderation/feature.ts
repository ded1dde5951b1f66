import { sql } from 'drizzle-orm';
import type { api } from '#contract/api.ts';
import type { Feature } from '#server/feature.ts';
import { loadCases } from '#server/moderation/demo.ts';
import { figuresHandlers } from '#server/moderation/figures-handlers.ts';
import { moderationHandlers } from '#server/moderation/handlers.ts';
import { ruleKind, templateKind } from '#server/moderation/kinds.ts';
import { copyTexts } from '#server/moderation/texts.ts';
import { tellDecisions } from '#server/moderation/tell.ts';

/** Reports, cases, decisions and appeals, with the rules and the texts that they use. */
export const moderationFeature: Feature<typeof api> = {
  kinds: [ruleKind, templateKind],
  handlers: (services) => ({ ...moderationHandlers(services), moderationFigures: figuresHandlers(services) }),
  reference: copyTexts,
  async upkeep({ history: { db }, caseMarks }) {
    const marks = sql`${sql.param([...caseMarks])}::text[]`;
    await db.execute(sql`UPDATE desk SET case_marks = ${marks} WHERE case_marks <> ${marks}`);
    await tellDecisions(db);
  },
  demo: loadCases,
};
