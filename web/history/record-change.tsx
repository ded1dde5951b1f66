import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type OperationRecord, historyRoutes } from '#contract/history.ts';
import { kinds } from '#contract/kinds.ts';
import { failureOf, query } from '#web/api/query.ts';
import { Comparison } from '#web/history/history-panel-comparison.tsx';
import { LoadedCode } from '#web/history/loaded-code.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/admin/desk/activity');

/** The fields that an operation changed in a record, before and after. */
export function RecordChange({ record: { kind, id, version, changedLabels } }: { record: OperationRecord }) {
  const { fieldsOf } = route.useRouteContext();
  const asked = useQuery({
    ...query(historyRoutes.revisions, { kind, id, before: version + 1 }),
    staleTime: Infinity,
  });
  const [after, before] = asked.data?.revisions ?? [];
  return (
    <Stack w="100%" gap="sm" py="xs" role="group" aria-label="Before and after">
      <LoadedCode
        name={`fields-${kind}`}
        load={() => fieldsOf(kind)}
        loading="Loading the fields"
        part={kinds[kind].one}
      >
        {(all) => {
          const fields = Object.entries(all).filter(([, { label }]) => changedLabels.includes(label));
          if (asked.error) return <FailedPanel {...failureOf(asked)} />;
          if (!after?.data || !before?.data)
            return <SkeletonRows shape="text" rows={2} label="Loading the words before and after" />;
          return (
            <Comparison
              fields={Object.fromEntries(fields)}
              data={after.data}
              other={{ value: 'before', data: before.data }}
            />
          );
        }}
      </LoadedCode>
    </Stack>
  );
}
