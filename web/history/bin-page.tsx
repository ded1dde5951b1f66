import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { history, restorableDays } from '#contract/history.ts';
import { type Kind, capital, keptKinds, kinds } from '#contract/kinds.ts';
import { useAreas } from '#web/api/may.ts';
import { ask, keyOf } from '#web/api/query.ts';
import { BinRow } from '#web/history/bin-row.tsx';
import { LogList, useLogPages } from '#web/history/log-list.tsx';
import classes from '#web/history/log.module.css';
import { FilterField } from '#web/ui/filter-field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const route = getRouteApi('/admin/desk/bin');

/** What was deleted and can come back. */
export function BinPage() {
  const { kind } = route.useSearch();
  const { areas } = route.useRouteContext();
  const navigate = route.useNavigate();
  const pages = useLogPages([...keyOf(history.bin), { kind }], (part, signal) =>
    ask(history.bin, { kind, ...part }, signal),
  );
  const choose = (next: Kind | undefined) => void navigate({ search: { kind: next }, resetScroll: false });
  const seen = useAreas('look');
  const there = keptKinds.filter(
    (one) => seen.includes(kinds[one].area) && areas.some(({ area }) => area === kinds[one].area),
  );
  return (
    <>
      <title>Bin - Awa Desk</title>
      <PageHead
        title="Bin"
        line={`Deleted content stays here for ${restorableDays} days. Restoring brings it all back.`}
      />
      <LogList
        title="Deleted"
        loading="Loading the bin"
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
        pages={pages}
        rowsOf={(page) => page.items}
        empty={{
          icon: IconTrash,
          title: 'The bin is empty',
          sentence: `Deleted content stays here for ${restorableDays} days, so you can restore it.`,
        }}
        noMatch={
          kind && {
            icon: IconTrash,
            title: `No ${kinds[kind].many} in the bin`,
            sentence: 'Other deleted content may still be here.',
            action: <Button onClick={() => choose(undefined)}>Show everything</Button>,
          }
        }
      >
        {(items) => (
          <ul aria-label="Deleted" className={classes.list}>
            {items.map((item) => (
              <BinRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </LogList>
    </>
  );
}
