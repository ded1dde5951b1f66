import type { Stored, Values } from '#web/entity/define-entity.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';

type EntityHistoryProps<Thing extends Stored, Form extends Values> = { page: EntityPageParts<Thing, Form> };

/** The versions of the record in the address, beside the page. */
export function EntityHistory<Thing extends Stored, Form extends Values>({ page }: EntityHistoryProps<Thing, Form>) {
  const { entity, things } = page;
  const { id, form, history, show } = page.address;
  const thing = things?.find((one) => one.id === history);
  if (!history) return null;
  return (
    <HistoryPanel
      key={history}
      kind={entity.kind}
      id={history}
      title={thing && entity.title(thing)}
      fields={entity.fields}
      onClose={() => show({ id, form })}
    />
  );
}
