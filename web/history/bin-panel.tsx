import { getRouteApi } from '@tanstack/react-router';
import type { BinItem } from '#contract/bin.ts';
import { type Kind, kinds } from '#contract/kinds.ts';
import { LoadedCode } from '#web/history/loaded-code.tsx';
import { DetailPanel } from '#web/ui/detail-panel.tsx';

const route = getRouteApi('/admin/desk/bin');

type BinPanelProps = {
  kind: Kind;
  id: string;
  /** The row of the record, if it is loaded. */
  item: BinItem | undefined;
  onClose: () => void;
};

/** The fields of a deleted record, beside the bin. Use the id as `key`. */
export function BinPanel({ kind, id, item, onClose }: BinPanelProps) {
  const { fieldsOf } = route.useRouteContext();
  const { one } = kinds[kind];
  return (
    <DetailPanel title={`Deleted ${one}`} subtitle={item?.label} onClose={onClose}>
      <LoadedCode
        name={`deleted-${kind}`}
        load={async () => {
          const [{ DeletedRecord }, fields] = await Promise.all([
            import('#web/history/deleted-record.tsx'),
            fieldsOf(kind),
          ]);
          return { DeletedRecord, fields };
        }}
        loading={`Loading the ${one}`}
        part={one}
      >
        {({ DeletedRecord, fields }) => (
          <DeletedRecord kind={kind} id={id} contains={item?.contains} fields={fields} onRestored={onClose} />
        )}
      </LoadedCode>
    </DetailPanel>
  );
}
