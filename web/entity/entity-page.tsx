import { ActionIcon, Box, Button } from '@mantine/core';
import { IconPlus, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { capital } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { failureOf } from '#web/api/query.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import type { EntityBulkProps } from '#web/entity/entity-bulk.tsx';
import { EntityHistory } from '#web/entity/entity-history.tsx';
import { EntityPanel, type EntityPanelProps } from '#web/entity/entity-panel.tsx';
import { EntityRow, type RowContent } from '#web/entity/entity-row.tsx';
import type { EntityFilter } from '#web/entity/use-entity-filter.tsx';
import type { EntityScope } from '#web/entity/use-entity-scope.ts';
import { useFirstOpened } from '#web/entity/use-first-opened.ts';
import { SearchSelect } from '#web/form/search-select.tsx';
import type { ShownFailure } from '#web/lib/failure.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
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

type FrameProps<Thing extends Stored, Form extends Values> = Omit<EntityPanelProps<Thing, Form>, 'add'> & {
  /** The heading, where it is not the plural of the kind. */
  title?: string;
  /** What the page is for, in one line. */
  line: string;
  /** Under the heading: tabs and figures. */
  below?: ReactNode;
  /** What the button says that adds one, where it is not `Add doctor`; null where none can be added. */
  add?: string | null;
};

/** The page of a kind around its list: the heading with Add, the panel beside the list, the history, the question. */
export function EntityFrame<Thing extends Stored, Form extends Values>(
  props: FrameProps<Thing, Form> & { children: ReactNode },
) {
  const { page, line, below, over = false, children } = props;
  const { entity, may, scope, address, deletion } = page;
  const { noun, many } = entity;
  const { title = capital(many), add = `Add ${noun}` } = props;
  const phone = usePhone();
  const addButton = { variant: 'filled', onClick: address.add } as const;
  const actions =
    add === null || !may.create || scope?.missing ? undefined : phone ? (
      <ActionIcon {...addButton} size="lg" aria-label={add}>
        <IconPlus size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    ) : (
      <Button {...addButton} leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}>
        {add}
      </Button>
    );
  return (
    <>
      <title>{`${capital(many)} - Awa Desk`}</title>
      <SplitPage
        beside={address.history !== undefined}
        over={over}
        head={
          <>
            <PageHead title={title} line={line} actions={actions} />
            {below}
          </>
        }
      >
        {children}
        <EntityPanel {...props} add={add ?? undefined} />
      </SplitPage>
      <EntityHistory page={page} />
      {deletion.question}
    </>
  );
}

/** Why the last change in a list was not saved. */
export function EntityRefusals<Thing extends Stored, Form extends Values>({
  page,
}: Pick<EntityPanelProps<Thing, Form>, 'page'>) {
  const { orderError, deletion, refused } = page;
  const refusals = [orderError ? explain(orderError) : undefined, deletion.refused?.failed, refused];
  return refusals.map(
    (failed) =>
      failed && (
        <Box key={failed.message} p="md">
          <InlineFailure failed={failed} />
        </Box>
      ),
  );
}

type EntityPageProps<Thing extends Stored, Form extends Values> = FrameProps<Thing, Form> & {
  icon: Icon;
  /** What a list without any says: what the first one does. */
  empty: string;
  row: (thing: Thing) => RowContent;
  /** The height of a row, in rem. */
  rowHeight?: number;
  /** The choice of whose things are listed, where it is not a list of all of them that opens. */
  picker?: ReactNode;
  filter?: EntityFilter<Thing>;
  /** What is shown in place of a list that could not be loaded, where it is not the call's own message with Retry. */
  failure?: (failed: ReturnType<typeof explain>) => ShownFailure;
};

/** The page of a kind: its list, and beside it one of them, its form or its history. */
export function EntityPage<Thing extends Stored, Form extends Values>(props: EntityPageProps<Thing, Form>) {
  const { icon, empty, filter, failure, picker, rowHeight = 5 } = props;
  const shown = filter ? filter.shown : props.page.things;
  const { page, isOpening } = useFirstOpened(props.page, shown);
  const { entity, may, scope, list, address, selection } = page;
  const { many, routes } = entity;
  useShortcuts([{ keys: ['Enter'], does: 'Open the row, then go to what is shown' }]);
  const ids = shown?.map(({ id }) => id) ?? [];
  const selectRange = useRangeSelect(ids, selection.select);
  const chosen = ids.filter((id) => selection.keys.has(id));
  const filtered = filter?.noMatch !== undefined;
  const hint = !routes.order
    ? 'Newest first'
    : filtered && may.order
      ? 'Clear the search to reorder'
      : 'Same order as in the app';
  const { failed, ...retry } = failureOf(list);
  return (
    <EntityFrame {...props} page={page} isOpening={isOpening}>
      <ListCard
        title={shown ? `${capital(many)} (${formatInteger(shown.length)})` : capital(many)}
        hint={shown && shown.length > 0 && hint}
        tools={
          (scope || filter) && (
            <>
              {scope && (picker ?? <ScopeSelect scope={scope} />)}
              {filter?.tools}
            </>
          )
        }
        {...(may.bulk && shown && shown.length > 0
          ? {
              selection: {
                checked: chosen.length === ids.length,
                mixed: chosen.length > 0 && chosen.length < ids.length,
                onChange: (on) => selection.select(ids, on),
              },
            }
          : {})}
      >
        <EntityRefusals page={page} />
        <ListStates
          {...retry}
          failed={failed && failure ? failure(failed) : failed}
          rows={shown}
          skeleton={{ shape: 'picture', rows: 8, label: `Loading ${many}` }}
          empty={{
            icon,
            title: `No ${many} yet`,
            ...(may.create
              ? {
                  sentence: empty,
                  action: props.add !== null && <Button onClick={address.add}>Add {entity.one}</Button>,
                }
              : { sentence: 'Those that others add appear here.' }),
            ...withoutScope(entity, scope),
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
              onMove={filtered || !may.order ? undefined : page.move}
              whyFixed={may.order ? 'Show all of them to change the order.' : undefined}
            >
              {(thing, at, move) => (
                <EntityRow
                  page={page}
                  thing={thing}
                  content={props.row(thing)}
                  {...at}
                  onMove={move}
                  onSelect={may.bulk ? selectRange : undefined}
                />
              )}
            </SortableList>
          )}
        </ListStates>
        {may.bulk && <EntityBulk opened={selection.keys.size > 0} page={page as never} shown={shown ?? []} />}
      </ListCard>
    </EntityFrame>
  );
}

/** What the list says where nothing can be listed or added. */
function withoutScope({ many }: Pick<Entity, 'many'>, scope: EntityScope | undefined) {
  if (scope?.missing === 'none') {
    const sentence = `Add ${scope.one} first. Each of the ${many} belongs to one.`;
    return { sentence, action: undefined };
  }
  if (scope?.missing !== 'gone') return undefined;
  return {
    title: `This ${scope.noun} no longer exists`,
    sentence: `Somebody deleted the ${scope.noun}, or the link is wrong. Choose another one above.`,
    action: undefined,
  };
}

/** Chooses whose things are shown. */
const ScopeSelect = ({ scope: { noun, one, id, choices, choose } }: { scope: EntityScope }) => (
  <SearchSelect
    aria-label={capital(noun)}
    placeholder={`Choose ${one}`}
    flex={1}
    value={id ?? null}
    data={choices ?? []}
    onChange={(next) => next && choose(next)}
  />
);
