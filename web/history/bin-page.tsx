import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { restorableDays } from '#contract/history.ts';
import { Kind, capital } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { BinRow } from '#web/history/bin-row.tsx';
import classes from '#web/history/bin.module.css';
import { useBin } from '#web/history/use-bin.ts';
import { kinds } from '#contract/kinds.ts';

import { formatInteger, shownOfTotal } from '#web/lib/numbers.ts';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/admin/desk/bin');

/** What was deleted and can come back. */
export function BinPage() {
  const { kind } = route.useSearch();
  const { areas } = route.useRouteContext();
  const navigate = route.useNavigate();
  const bin = useBin(kind);
  const items = bin.data?.pages.flatMap((page) => page.items) ?? [];
  const total = bin.data?.pages.at(-1)?.pagination.total ?? 0;
  const nothingOld = bin.isPlaceholderData && items.length === 0;
  const { fetchNextPage, isFetchNextPageError } = bin;
  const choose = (next: Kind | undefined) => void navigate({ search: { kind: next }, resetScroll: false });
  const there = Kind.options.filter((one) => areas.some(({ area }) => area === kinds[one].area));

  const failed = bin.error && (
    <div className={classes.failed}>
      <FailedPanel
        failed={explain(bin.error)}
        onRetry={() => void (isFetchNextPageError ? fetchNextPage() : bin.refetch())}
        retrying={bin.isFetching}
      />
    </div>
  );
  return (
    <>
      <title>Bin - Awa Desk</title>
      <PageHead
        title="Bin"
        line={`What was deleted stays here for ${restorableDays} days and can come back as it was, with all that was in it.`}
      />
      <Card
        list
        title="Deleted"
        {...(bin.data && !nothingOld ? { count: formatInteger(total) } : {})}
        tools={
          (kind !== undefined || there.length > 1) && (
            <FilterField
              label="Kind"
              value={kind}
              options={there.map((value) => ({ value, label: capital(kinds[value].many) }))}
              onChange={choose}
            />
          )
        }
      >
        {!isFetchNextPageError && failed}
        {(bin.isPending || nothingOld) && <SkeletonRows label="Loading the bin" />}
        {bin.data && !nothingOld && (
          <>
            {items.length === 0 && kind !== undefined && (
              <Empty
                icon={IconTrash}
                title={`No ${kinds[kind].many} in the bin`}
                sentence="Something else may be there."
                action={<Button onClick={() => choose(undefined)}>Show all of the bin</Button>}
              />
            )}
            {items.length === 0 && kind === undefined && (
              <Empty
                icon={IconTrash}
                title="The bin is empty"
                sentence={`What you delete stays here for ${restorableDays} days, so that you can bring it back.`}
              />
            )}
            <ul aria-label="Deleted" aria-busy={bin.isPlaceholderData} className={classes.list}>
              {items.map((item) => (
                <BinRow key={item.id} item={item} />
              ))}
            </ul>
            {isFetchNextPageError && failed}
            {items.length > 0 && (
              <LoadMore
                text={shownOfTotal(items.length, total)}
                grows={bin.hasNextPage || bin.data.pages.length > 1}
                onShow={bin.hasNextPage ? () => void fetchNextPage() : undefined}
                busy={bin.isFetchingNextPage}
              />
            )}
          </>
        )}
      </Card>
    </>
  );
}
