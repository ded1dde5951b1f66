import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type BinItem, binRoutes } from '#contract/bin.ts';
import { restorableDays } from '#contract/history.ts';
import { capital, keptKinds, kinds } from '#contract/kinds.ts';
import { useAreas, usePermission } from '#web/api/permissions.ts';
import { ask, earlyPages, keyOf } from '#web/api/query.ts';
import { keyOfItem } from '#web/history/bin-key.ts';
import { BinPanel } from '#web/history/bin-panel.tsx';
import { BinRow } from '#web/history/bin-row.tsx';
import { LogList, useLogPages } from '#web/history/log-list.tsx';
import classes from '#web/history/log.module.css';
import type { BinSearch } from '#web/history/search.ts';
import { useSearchText } from '#web/lib/use-search-text.ts';
import { type Selection, useSelection } from '#web/lib/use-selection.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FilterField } from '#web/ui/filter-field.tsx';
import { Filters } from '#web/ui/filters.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

const route = getRouteApi('/admin/desk/bin');

const BinSelection = lazyComponent(async () => (await import('#web/history/bin-selection.tsx')).BinSelection);

/** The deleted records that can be restored. */
export function BinPage() {
  const { search = '', kind, deleted, deletedKind } = route.useSearch();
  const navigate = route.useNavigate();
  const mayRestore = usePermission()(binRoutes.restoreSelected);
  const seen = useAreas('look');
  const changed = useAreas('change');
  const input = { kind, search: search || undefined };
  const pages = useLogPages({
    queryKey: [...keyOf(binRoutes.list), { kind, search }],
    fetch: (part, signal) => ask(binRoutes.list, { ...input, ...part }, signal),
    early: (part) => earlyPages(binRoutes.list, { ...input, ...part }),
  });
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const selection = useSelection({
    // The rows that the role may restore.
    shown: items.filter((one) => changed.includes(kinds[one.kind].area)).map(keyOfItem),
  });
  const show = (next: BinSearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false });
  const [text, setText] = useSearchText(search, (next) => {
    if (next.trim() !== search) show({ search: next.trim() || undefined }, search !== '');
  });
  const stays = `Deleted content stays here for ${restorableDays} days`;
  return (
    <>
      <title>Bin - Awa Desk</title>
      <PageHead title="Bin" subtitle={mayRestore ? `${stays}. Restoring brings it all back.` : `${stays}.`} />
      <LogList
        title="Deleted"
        loading="Loading the bin"
        tools={
          <>
            <SearchField label="Search by name" value={text} onChange={setText} />
            <KindFilter kind={kind} onChoose={(next) => show({ kind: next })} />
          </>
        }
        pages={pages}
        rowsOf={(page) => page.items}
        empty={{
          icon: IconTrash,
          title: 'The bin is empty',
          sentence: mayRestore ? `${stays}, so you can restore it.` : `${stays}.`,
        }}
        noMatch={
          search || kind
            ? {
                icon: IconTrash,
                ...noMatch(search, kind),
                action: (
                  <Button
                    onClick={() => {
                      setText('');
                      show({ search: undefined, kind: undefined });
                    }}
                  >
                    Show everything
                  </Button>
                ),
              }
            : undefined
        }
      >
        {(rows) => <Rows items={rows} selection={selection} shown={deleted} />}
      </LogList>
      <BinSelection opened={selection.keys.size > 0} selection={selection} items={items} />
      {deleted && deletedKind && seen.includes(kinds[deletedKind].area) && (
        <BinPanel
          key={deleted}
          kind={deletedKind}
          id={deleted}
          item={items.find(({ id }) => id === deleted)}
          onClose={() => show({ deleted: undefined, deletedKind: undefined })}
        />
      )}
    </>
  );
}

/** The texts of the list when the search or the kind has no matches. */
function noMatch(search: string, kind: BinSearch['kind']) {
  const what = kind ? `No ${kinds[kind].many} in the bin` : 'Nothing in the bin';
  if (search === '') return { title: what, sentence: 'Other deleted content may still be here.' };
  const where =
    search.length < 3 ? 'One or two letters find words that begin with them.' : 'Search looks for any part of a name.';
  return {
    title: `${what} ${kind ? 'match' : 'matches'} “${search}”`,
    sentence: `${where} Accents and capital letters don’t matter.`,
  };
}

type KindFilterProps = { kind: BinSearch['kind']; onChoose: (kind: BinSearch['kind']) => void };

/** The kinds that the role may view. */
function KindFilter({ kind, onChoose }: KindFilterProps) {
  const { areas } = route.useRouteContext();
  const seen = useAreas('look');
  const there = keptKinds.filter(
    (one) => seen.includes(kinds[one].area) && areas.some(({ area }) => area === kinds[one].area),
  );
  if (kind === undefined && there.length < 2) return null;
  return (
    <Filters label="Filters" chosen={kind !== undefined}>
      <FilterField
        label="Kind"
        value={kind}
        options={there.map((value) => ({ value, label: capital(kinds[value].many) }))}
        onChange={onChoose}
      />
    </Filters>
  );
}

type RowsProps = { items: readonly BinItem[]; selection: Selection; shown: string | undefined };

/** The rows, and a checkbox for all that can be restored. */
function Rows({ items, selection, shown }: RowsProps) {
  return (
    <>
      {selection.shown.length > 0 && (
        <div className={classes.all}>
          <Checkbox label="Select all that are shown" {...selection.all} />
          <Text span size="xs" c="dimmed" aria-hidden="true">
            Select all that are shown
          </Text>
        </div>
      )}
      <ul aria-label="Deleted" className={classes.list}>
        {items.map((item) => (
          <BinRow
            key={item.id}
            item={item}
            isCurrent={item.id === shown}
            selected={selection.keys.has(keyOfItem(item))}
            onSelect={(on, range) => selection.selectRange(keyOfItem(item), on, range)}
          />
        ))}
      </ul>
    </>
  );
}
