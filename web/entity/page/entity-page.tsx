import { ActionIcon, Box, Button, Group } from '@mantine/core';
import { IconPlus, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { capital } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { failureOf } from '#web/api/query.ts';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import type { EntityBulkProps, SelectionDialog } from '#web/entity/list/entity-bulk.tsx';
import { EntityHistory } from '#web/entity/page/entity-history.tsx';
import { EntityPanel, type EntityPanelProps } from '#web/entity/page/entity-panel.tsx';
import { EntityRow, type RowContent } from '#web/entity/list/entity-row.tsx';
import type { EntityFilter } from '#web/entity/list/use-entity-filter.tsx';
import type { EntityScope } from '#web/entity/list/use-entity-scope.ts';
import { useFirstOpened } from '#web/entity/page/use-first-opened.ts';
import { SearchSelect } from '#web/form/search-select.tsx';
import type { ShownFailure } from '#web/lib/failure.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { ListCard, SplitPage } from '#web/ui/split-page.tsx';

const EntityBulk = lazyComponent<EntityBulkProps<Stored, Values>>(
  async () => (await import('#web/entity/list/entity-bulk.tsx')).EntityBulk,
);

type FrameProps<R extends Stored, Form extends Values> = Omit<EntityPanelProps<R, Form>, 'add'> & {
  /** The heading, when it is not the plural of the kind. */
  title?: string;
  /** The purpose of the page, in one line. */
  subtitle: string;
  /** Other buttons of the heading, before the add button. */
  actions?: ReactNode;
  /** Tabs and figures below the heading. */
  below?: ReactNode;
  /** The label of the add button, when it is not `Add doctor`; null when records cannot be added. */
  add?: string | null;
};

/**
 * The frame around a kind's list: the heading with Add, the panel beside the list, the history, the delete question.
 */
export function EntityFrame<R extends Stored, Form extends Values>(
  props: FrameProps<R, Form> & { children: ReactNode },
) {
  const { page, subtitle, below, over = false, children } = props;
  const { entity, may, scope, address, deletion } = page;
  const { noun, many } = entity;
  const { title = capital(many), add = `Add ${noun}` } = props;
  const phone = usePhone();
  const addButton = { variant: 'filled', onClick: address.add } as const;
  const adding =
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
            <PageHead
              title={title}
              subtitle={subtitle}
              actions={
                (props.actions || adding) && (
                  <>
                    {props.actions}
                    {adding}
                  </>
                )
              }
            />
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

/** Why the last change in a list failed. */
export function EntityRefusals<R extends Stored, Form extends Values>({
  page,
}: Pick<EntityPanelProps<R, Form>, 'page'>) {
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

type EntityPageProps<R extends Stored, Form extends Values> = FrameProps<R, Form> & {
  icon: Icon;
  /** The sentence of the empty list: the purpose of a first record. */
  empty: string;
  /** Another button of the empty list, beside Add. */
  fill?: ReactNode;
  row: (record: R) => RowContent;
  /** The height of a row, in rem. */
  rowHeight?: number;
  /** A control that chooses whose records are listed; left out: a drop-down of all parents or choices. */
  picker?: ReactNode;
  filter?: EntityFilter<R>;
  /** Another action for the selected records. */
  selectionAction?: SelectionDialog<R>;
  /** A message for a list that failed to load, in place of the request's own message with Retry. */
  failure?: (failed: ReturnType<typeof explain>) => ShownFailure;
};

/** The page of a kind: its list, and beside it a record, its form or its history. */
export function EntityPage<R extends Stored, Form extends Values>(props: EntityPageProps<R, Form>) {
  const { icon, empty, fill, filter, failure, picker, rowHeight = 5 } = props;
  const shown = filter ? filter.shown : props.page.records;
  const { page, isOpening } = useFirstOpened(props.page, shown);
  const { entity, may, scope, list, address } = page;
  const { many, routes } = entity;
  useShortcuts([{ keys: ['Enter'], does: 'Open the row and move to the panel' }]);
  const idsOf = (records: readonly R[] = []) => records.map(({ id }) => id);
  // Deleted records are not selected.
  const selection = useSelection({ shown: idsOf(shown), existing: idsOf(page.records) });
  const filtered = filter?.noMatch !== undefined;
  const hint = !routes.order
    ? 'Newest first'
    : filtered && may.order
      ? 'Clear the search to reorder'
      : entity.isInternal
        ? 'Same order for everyone'
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
        {...(may.bulk && selection.shown.length > 0 && { selection: selection.all })}
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
                  action: (
                    <Group justify="center" align="flex-end" gap="sm">
                      {props.add !== null && <Button onClick={address.add}>Add {entity.one}</Button>}
                      {fill}
                    </Group>
                  ),
                }
              : { sentence: 'Additions by colleagues appear here.' }),
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
              {(record, at, move) => (
                <EntityRow
                  page={page}
                  record={record}
                  content={props.row(record)}
                  {...at}
                  onMove={move}
                  selection={may.bulk ? selection : undefined}
                />
              )}
            </SortableList>
          )}
        </ListStates>
        {may.bulk && (
          <EntityBulk
            opened={selection.keys.size > 0}
            page={page as never}
            selection={selection}
            more={props.selectionAction as never}
          />
        )}
      </ListCard>
    </EntityFrame>
  );
}

/** The list's text when there is no parent, so records can be neither listed nor added. */
function withoutScope({ many }: Pick<Entity, 'many'>, scope: EntityScope | undefined) {
  if (scope?.missing === 'none') {
    const sentence = `Add ${scope.one} first. Each of the ${many} belongs to one.`;
    return { sentence, action: undefined };
  }
  if (scope?.missing !== 'gone') return undefined;
  return {
    title: `This ${scope.noun} no longer exists`,
    sentence: `The ${scope.noun} was deleted, or the link is wrong. Choose another one above.`,
    action: undefined,
  };
}

/** Chooses whose records are shown. */
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
