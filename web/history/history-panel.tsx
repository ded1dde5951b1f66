import { useQuery } from '@tanstack/react-query';
import type { Kind } from '#contract/kinds.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { newVersion, newVersionWords } from '#web/lib/new-version.ts';
import { useStore } from '#web/lib/store.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
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
  const isReplaced = useStore(newVersion, (there) => there);
  return (
    <DetailPanel title="History" line={title} onClose={onClose}>
      {code.data && <code.data.Versions kind={kind} id={id} fields={fields} />}
      {code.isPending && <SkeletonRows shape="text" rows={4} label="Loading the history" />}
      {code.error && !code.data && (
        <FailedPanel
          failed={{
            message: 'Failed to open the history',
            detail: isReplaced
              ? newVersionWords
              : 'The connection dropped. Nothing was changed. Check your network and try again.',
          }}
          onRetry={() => (isReplaced ? location.reload() : void code.refetch())}
          retrying={code.isFetching}
        />
      )}
    </DetailPanel>
  );
}
