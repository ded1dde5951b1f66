import type { Entity, Stored } from '#web/entity/define-entity.tsx';
import type { useEntityAddress } from '#web/entity/use-entity-address.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';

type EntityHistoryProps<Thing extends Stored> = {
  entity: Entity<Thing>;
  address: ReturnType<typeof useEntityAddress<Thing>>;
  things: readonly Thing[] | undefined;
};

/** The versions of the thing that the address names, beside the page. */
export function EntityHistory<Thing extends Stored>({ entity, address, things }: EntityHistoryProps<Thing>) {
  const { id, form, history, show } = address;
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
