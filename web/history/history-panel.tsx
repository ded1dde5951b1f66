import type { Kind } from '#contract/kinds.ts';
import { LoadedCode } from '#web/history/loaded-code.tsx';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';

type HistoryPanelProps = {
  kind: Kind;
  id: string;
  /** The name of the record. Left out when the record no longer exists. */
  title?: string | undefined;
  /** The fields shown to staff, in their order. */
  fields: FieldLabels;
  onClose: () => void;
};

/** The versions of a record, to compare and to restore, beside its list. Use the id as `key`. */
export const HistoryPanel = ({ kind, id, title, fields, onClose }: HistoryPanelProps) => (
  <DetailPanel title="History" subtitle={title} onClose={onClose}>
    <LoadedCode
      name="history-panel"
      load={() => import('#web/history/history-panel-versions.tsx')}
      loading="Loading the history"
      part="history"
    >
      {({ Versions }) => <Versions kind={kind} id={id} fields={fields} />}
    </LoadedCode>
  </DetailPanel>
);
