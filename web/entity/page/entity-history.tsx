import type { Stored, Values } from '#web/entity/define/entity.ts';
import type { useEntityAddress } from '#web/entity/list/use-entity-address.ts';
import type { EntityPageParts } from '#web/entity/list/use-entity-page.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';

type Shown = Pick<ReturnType<typeof useEntityAddress>, 'id' | 'form' | 'history'>;

type EntityHistoryProps<R extends Stored, Form extends Values> = {
  page: Pick<EntityPageParts<R, Form>, 'entity' | 'records'> & {
    address: Shown & { show: (shown: Shown) => void };
  };
};

/** The versions of the record in the address, beside the page. */
export function EntityHistory<R extends Stored, Form extends Values>({ page }: EntityHistoryProps<R, Form>) {
  const { entity, records } = page;
  const { id, form, history, show } = page.address;
  const record = records?.find((one) => one.id === history);
  if (!history) return null;
  return (
    <HistoryPanel
      key={history}
      kind={entity.kind}
      id={history}
      title={record && entity.title(record)}
      fields={entity.fields}
      onClose={() => show({ id, form })}
    />
  );
}
