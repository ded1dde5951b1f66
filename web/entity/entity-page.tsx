import { ActionIcon, Box, Button, Select } from '@mantine/core';
import { IconPlus, type Icon } from '@tabler/icons-react';
import { explain } from '#web/api/call.ts';
import { failureOf } from '#web/api/query.ts';
import type { Stored, Values } from '#web/entity/define-entity.tsx';
import type { EntityBulkProps } from '#web/entity/entity-bulk.tsx';
import { EntityHistory } from '#web/entity/entity-history.tsx';
import { EntityPanel, type EntityPanelProps } from '#web/entity/entity-panel.tsx';
import { EntityRow, type RowContent } from '#web/entity/entity-row.tsx';
import type { EntityFilter } from '#web/entity/use-entity-filter.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import { capital } from '#contract/kinds.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { useRangeSelect } from '#web/lib/use-selection.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { ListCard, SplitPage } from '#web/ui/split-page.tsx';

const EntityBulk = lazyComponent<EntityBulkProps<Stored, Values>>(
  async () => (await import('#web/entity/entity-bulk.tsx')).EntityBulk,
);

type EntityPageProps<Thing extends Stored, Form extends Values> = Omit<EntityPanelProps<Thing, Form>, 'add'> & {
  icon: Icon;
  /** The heading, where it is not the plural of the kind. */
  title?: string;
  /** What the page is for, in one line. */
  line: string;
  /** What the button says that adds one, where it is not `Add doctor`. */
  add?: string;
  /** What a list without any says: what the first one does. */
  empty: string;
  row: (thing: Thing) => RowContent;
  /** The height of a row, in rem. */
  rowHeight?: number;
  filter?: EntityFilter<Thing>;
  /** The message of a list that could not be loaded, with the reason, where it is not the call's own. */
  failure?: (reason: string) => string;
};

/** The page of a kind: its list, and beside it one of them, its form or its history. */
export function EntityPage<Thing extends Stored, Form extends Values>(props: EntityPageProps<Thing, Form>) {
  const { page, icon, line, empty, filter, failure, rowHeight = 5 } = props;
  const { entity, parent, list, things, address, deletion, selection } = page;
  const { noun, many, routes } = entity;
  const { title = capital(many), add = `Add ${noun}` } = props;
  const phone = usePhone();
  const orphaned = parent && parent.id === undefined;
  // Without a parent there is nothing to ask for.
  const shown = orphaned ? list.data && [] : filter ? filter.shown : things;
  const ids = shown?.map(({ id }) => id) ?? [];
  const selectRange = useRangeSelect(ids, selection.select);
  const chosen = ids.filter((id) => selection.keys.has(id));
  const filtered = filter?.noMatch !== undefined;
  const hint = !routes.order ? 'Newest first' : filtered ? 'Clear the search to reorder' : 'Same order as in the app';
  const addButton = { variant: 'filled', onClick: address.add } as const;
  const { failed, ...retry } = failureOf(list);
  const refusals = [page.orderError ? explain(page.orderError) : undefined, deletion.refused?.failed, page.refused];
  return (
    <>
      <title>{`${capital(many)} - Awa Desk`}</title>
      <SplitPage
        beside={address.history !== undefined}
        head={
          <PageHead
            title={title}
            line={line}
            actions={
              !orphaned &&
              (phone ? (
                <ActionIcon {...addButton} size="lg" aria-label={add}>
                  <IconPlus size={20} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              ) : (
                <Button {...addButton} leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}>
                  {add}
                </Button>
              ))
            }
          />
        }
      >
        <ListCard
          title={shown ? `${capital(many)} (${formatInteger(shown.length)})` : capital(many)}
          hint={shown && shown.length > 0 && hint}
          tools={
            (parent || filter) && (
              <>
                {parent && <ParentSelect parent={parent} />}
                {filter?.tools}
              </>
            )
          }
          {...(routes.bulk && shown && shown.length > 0
            ? {
                selection: {
                  checked: chosen.length === ids.length,
                  mixed: chosen.length > 0 && chosen.length < ids.length,
                  onChange: (on) => selection.select(ids, on),
                },
              }
            : {})}
        >
          {refusals.map(
            (refused) =>
              refused && (
                <Box key={refused.message} p="md">
                  <InlineFailure failed={refused} />
                </Box>
              ),
          )}
          <ListStates
            {...retry}
            failed={failed && failure ? { message: failure(failed.detail ?? ''), requestId: failed.requestId } : failed}
            rows={shown}
            skeleton={{ shape: 'picture', rows: 8, label: `Loading ${many}` }}
            empty={{
              icon,
              title: `No ${many} yet`,
              ...(orphaned
                ? { sentence: `Add ${parent.entity.one} first. Each of the ${many} belongs to one.` }
                : { sentence: empty, action: <Button onClick={address.add}>Add {entity.one}</Button> }),
            }}
            noMatch={
              filter?.noMatch && {
                ...filter.noMatch,
                action: <Button onClick={filter.onShowAll}>Show all {many}</Button>,
              }
            }
          >
            {(rows) => (
              <SortableList
                label={capital(many)}
                items={rows}
                titleOf={entity.title}
                current={address.id}
                selected={selection.keys}
                rowHeight={rowHeight}
                onMove={filtered || !routes.order ? undefined : page.move}
                whyFixed={routes.order && 'Show all of them to change the order.'}
              >
                {(thing, at, move) => (
                  <EntityRow
                    page={page}
                    thing={thing}
                    content={props.row(thing)}
                    {...at}
                    onMove={move}
                    onSelect={routes.bulk && selectRange}
                  />
                )}
              </SortableList>
            )}
          </ListStates>
          {routes.bulk && <EntityBulk opened={selection.keys.size > 0} page={page as never} shown={shown ?? []} />}
        </ListCard>
        <EntityPanel {...props} add={add} />
      </SplitPage>
      <EntityHistory page={page} />
      {deletion.question}
    </>
  );
}

/** Chooses whose things are shown. */
function ParentSelect({ parent }: { parent: NonNullable<EntityPageParts<Stored, Values>['parent']> }) {
  const { entity, list, id = null, choose } = parent;
  return (
    <Select
      aria-label={capital(entity.noun)}
      flex={1}
      searchable
      allowDeselect={false}
      value={id}
      data={list.data?.map((one) => ({ value: one.id, label: entity.title(one) })) ?? []}
      onChange={(next) => next && choose(next)}
    />
  );
}
