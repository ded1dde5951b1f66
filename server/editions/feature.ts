import type { api } from '#contract/api.ts';
import type { EditedArea, ruleRoutesOf } from '#contract/editions.ts';
import type { Input } from '#contract/route.ts';
import { readRule, switchRule } from '#server/editions/rules.ts';
import type { Feature } from '#server/feature.ts';
import type { History } from '#server/history/history.ts';
import type { Context } from '#server/http/context.ts';
import { editions } from '#server/records/tables.ts';

const ruleHandlers = (history: History, area: EditedArea) => ({
  read: () => readRule(history.db, history.kinds, area),
  update: (asked: Input<(typeof ruleRoutesOf)[EditedArea]['update']>, context: Context) =>
    history.change(context, (change) => switchRule(change, area, asked)),
});

export const editionsFeature: Feature<typeof api> = {
  imageColumns: [editions.words],
  handlers: ({ history }) => ({
    ladyDueRule: ruleHandlers(history, 'lady-due'),
    cycleRule: ruleHandlers(history, 'cycle'),
  }),
};
