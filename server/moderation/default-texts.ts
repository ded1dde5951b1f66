import { failures } from '#contract/errors.ts';
import { ruleFields, templateFields } from '#contract/moderation.ts';
import type { Change } from '#server/history/change.ts';
import { Failure } from '#server/http/failure.ts';
import { ruleKind, templateKind } from '#server/moderation/kinds.ts';
import { rules, templates } from '#server/moderation/tables.ts';
import { ruleTexts, templateTexts } from '#server/moderation/texts.ts';
import { lockOrder } from '#server/records/order.ts';

const place = (index: number) => ({ isActive: true, displayOrder: index + 1 });

/** Adds the rules, or the templates, that come with the desk. Throws 409 when there is one. Returns their number. */
export async function addDefaultTexts(change: Change, kind: 'rule' | 'template') {
  const entity = kind === 'rule' ? ruleKind : templateKind;
  // Of several simultaneous calls, all but the first wait here and then find its texts.
  await lockOrder(change, entity, undefined);
  const table = kind === 'rule' ? rules : templates;
  const found = await change.tx.select({ id: table.id }).from(table).limit(1);
  if (found.length > 0) throw new Failure(409, 'already_exists', failures.moderation.haveTexts);
  const made =
    kind === 'rule'
      ? await change.createMany(
          ruleKind,
          ruleTexts.map((one, index) => Object.assign({}, ruleFields.blank, one, place(index))),
        )
      : await change.createMany(
          templateKind,
          templateTexts.map((one, index) => Object.assign({}, templateFields.blank, one, place(index))),
        );
  change.about({ action: 'create', area: entity.area, kind, entityId: null, count: made.length });
  return { count: made.length };
}
