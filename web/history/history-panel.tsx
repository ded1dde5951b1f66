import type { Kind } from '#contract/kinds.ts';
import { LoadedCode } from '#web/history/loaded-code.tsx';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';

type HistoryPanelProps = {
  kind: Kind;
  id: string;
  /** The name of the thing. Left out when the thing no longer exists. */
  title?: string | undefined;
  /** The fields that people see, in their order. */
  fields: FieldLabels;
  onClose: () => void;
};

/** The versions of one thing, to compare and to restore, beside the list that it belongs to. Give it the id as `key`. */
export const HistoryPanel = ({ kind, id, title, fields, onClose }: HistoryPanelProps) => (
  <DetailPanel title="History" line={title} onClose={onClose}>
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
