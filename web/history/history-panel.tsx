import { useQuery } from '@tanstack/react-query';
import type { Kind } from '#contract/kinds.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { FailedCode } from '#web/ui/failed-code.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

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
export function HistoryPanel({ kind, id, title, fields, onClose }: HistoryPanelProps) {
  // The code that compares texts is loaded when it is needed. When that fails, it can be tried again.
  const code = useQuery({
    queryKey: ['history-panel'],
    queryFn: () => import('#web/history/history-panel-versions.tsx'),
    staleTime: Infinity,
  });
  return (
    <DetailPanel title="History" line={title} onClose={onClose}>
      {code.data && <code.data.Versions kind={kind} id={id} fields={fields} />}
      {code.isPending && <SkeletonRows shape="text" rows={4} label="Loading the history" />}
      {code.error && !code.data && (
        <FailedCode part="history" onRetry={() => void code.refetch()} retrying={code.isFetching} />
      )}
    </DetailPanel>
  );
}
