import { Box, Button, Flex } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutList, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { ladyDueApi as api } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { explain } from '#web/api/call.ts';
import { useMay } from '#web/api/may.ts';
import { failureOf } from '#web/api/query.ts';
import { useDeleteQuestion } from '#web/entity/use-delete-question.tsx';
import { useEntityCache } from '#web/entity/use-entity-list.ts';
import { AnalyticsBanner } from '#web/features/lady-due/analytics-banner.tsx';
import { FoundElsewhere } from '#web/features/lady-due/found-elsewhere.tsx';
import { card, category, section } from '#web/features/lady-due/kinds.ts';
import { ModePreview, besideTree } from '#web/features/lady-due/mode-preview.tsx';
import { ModeSelector } from '#web/features/lady-due/mode-selector.tsx';
import { isOutdated } from '#web/features/lady-due/moments.ts';
import { PageActions } from '#web/features/lady-due/page-actions.tsx';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { TreeList } from '#web/features/lady-due/tree-list.tsx';
import { type Place, placeOf } from '#web/features/lady-due/tree-places.ts';
import { type RowActions, TreeRow } from '#web/features/lady-due/tree-row.tsx';
import type { TreeRow as Row } from '#web/features/lady-due/tree-rows.ts';
import { TreeTools } from '#web/features/lady-due/tree-tools.tsx';
import { useCardSelection } from '#web/features/lady-due/use-card-selection.ts';
import { useEditor } from '#web/features/lady-due/use-editor.ts';
import { useExport } from '#web/features/lady-due/use-export.ts';
import { useModeOfHistory } from '#web/features/lady-due/use-mode.ts';
import { usePlacing } from '#web/features/lady-due/use-placing.ts';
import { useTree } from '#web/features/lady-due/use-tree.ts';
import { useTreeChanges } from '#web/features/lady-due/use-tree-changes.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const TreeHistory = lazyLayer(
  'history',
  async () => (await import('#web/features/lady-due/tree-history.tsx')).TreeHistory,
);

const CardSelection = lazyComponent(
  async () => (await import('#web/features/lady-due/card-selection.tsx')).CardSelection,
);

const ScheduleCard = lazyComponent(async () => (await import('#web/features/lady-due/schedule-card.tsx')).ScheduleCard);

const PlaceDialog = lazyComponent(async () => (await import('#web/features/lady-due/place-dialog.tsx')).PlaceDialog);

const ImportDialog = lazyComponent(async () => (await import('#web/features/lady-due/import-dialog.tsx')).ImportDialog);

const Editor = lazyComponent(async () => (await import('#web/features/lady-due/editor.tsx')).Editor);

/** Milliseconds before the tree is reloaded after a card reached its publishing time. */
const renewAfter = 5_000;

/** The fields of deleted records in the bin. */
export const fields = { category: category.fields, section: section.fields, card: card.fields };

export function LadyDuePage() {
  const tree = useTree();
  const { mode, list, shown, rows, term, filtered, toggle, showAll, show } = tree;
  const { createDefault, publish, duplicate, move, bulk } = useTreeChanges(mode);
  const saving = useExport();
  const editor = useEditor();
  useModeOfHistory(tree.tree);
  const phone = usePhone();
  const isBeside = useMediaQuery(besideTree, false, { getInitialValueInEffect: false });
  const now = useNow(serverNow);
  const { refresh } = useEntityCache(category);
  useWhileInUse(() => void refresh(), renewAfter, isOutdated(tree.tree ?? [], now.toISOString()));
  const deletions = {
    1: useDeleteQuestion(category),
    2: useDeleteQuestion(section),
    3: useDeleteQuestion(card),
  };
  const placing = usePlacing(tree.tree);
  const selection = useCardSelection(tree);
  /** The card whose publishing time is being chosen from its row's menu. */
  const [scheduled, setScheduled] = useState<RowCard>();
  /** The latest copy or new record. */
  const [lit, setLit] = useState<string>();
  const refusals = [
    ...[createDefault, saving, scheduled ? undefined : publish, move, placing.asked ? undefined : duplicate]
      .map((one) => one?.error)
      .map((error) => (error ? explain(error) : undefined)),
    ...Object.values(deletions).map(({ refused }) => refused?.failed),
  ];
  const mayChange = useMay()(api.ladyDue.order);
  const onMove = filtered || !mayChange ? undefined : move.move;
  const copy = (row: Row, parentId?: string) =>
    duplicate.mutate(
      { row, ...(parentId !== undefined && { parentId }) },
      {
        onSuccess: ({ output: { id, sectionId, categoryId } }) => {
          const holder = sectionId ?? categoryId;
          if (holder) show({ open: tree.openWith(holder) }, true);
          if (placing.asked) placing.close();
          setLit(id);
        },
      },
    );
  const place = ({ rows: [row, ...more], action }: Asked, to: Place) => {
    if (action === 'duplicate') return copy(row, to.parentId);
    placing.close();
    if (more.length === 0) return move.move(row, to);
    const ids = [row, ...more].map(({ thing }) => thing.id);
    return bulk.mutate({ ids, action, sectionId: to.parentId }, { onSuccess: selection.clear });
  };
  /** Stable while the list scrolls, so that rows in view are not rendered again. */
  const actions: RowActions = {
    mayChange,
    onToggle: toggle,
    onSelect: selection.selectRange,
    onSelectAll: selection.select,
    onChange: (thing, changes) => publish.mutate({ card: thing, changes }),
    onSchedule: (thing) => {
      publish.reset();
      setScheduled(thing);
    },
    onOpen: editor.open,
    onHistory: editor.showHistory,
    onDuplicate: (row) => copy(row),
    onAsk: ({ thing }, action) => {
      duplicate.reset();
      placing.ask([thing.id], action);
    },
    onDelete: (one) => deletions[one.level].ask(one.thing as never),
    onStep: onMove && ((one, by) => onMove(one, { ...placeOf(one, mode), index: one.position - 1 + by })),
  };
  const isEmpty = tree.tree?.length === 0;
  const createButton = (
    <BusyButton
      leftSection={<IconSparkles size={18} stroke={1.6} aria-hidden="true" />}
      busy={createDefault.isPending}
      busyLabel="Creating"
      onClick={() => createDefault.mutate(mode)}
    >
      Create Default
    </BusyButton>
  );
  return (
    <>
      <title>Lady Due - Awa Desk</title>
      <PageHead
        title="Lady Due"
        line="What the app teaches, for each way of tracking. Only active, published cards reach the app."
        actions={
          tree.tree && (
            <PageActions
              onPreview={isBeside ? undefined : () => show({ preview: 'now' })}
              creating={createDefault.isPending}
              exporting={saving.isPending}
              onCreate={() => createDefault.mutate(mode)}
              onExport={() => saving.mutate(mode)}
              onImport={() => show({ import: true })}
              onAdd={() => editor.open({ level: 1 })}
            />
          )
        }
      />
      <Flex align="flex-start" gap="2rem">
        <Box flex={1} miw={0}>
          {!phone && <AnalyticsBanner mode={mode} />}
          <ModeSelector mode={mode} />
          <Card
            list
            title={trackingModes[mode]}
            {...(shown ? { count: formatInteger(selection.inSight.length) } : {})}
            tools={<TreeTools tree={tree} />}
          >
            {refusals.map((failed) => failed && <InlineFailure key={failed.message} failed={failed} />)}
            <ListStates
              {...failureOf(list)}
              rows={rows}
              skeleton={{ shape: 'text', rows: 8, label: 'Loading content' }}
              empty={{
                icon: IconLayoutList,
                title: `Nothing in ${trackingModes[mode]} yet`,
                ...(mayChange
                  ? {
                      sentence:
                        'Create Default fills it with texts from public health sources, as drafts that nobody sees until you publish them.',
                      action: createButton,
                    }
                  : { sentence: 'What others write appears here.' }),
              }}
              noMatch={
                filtered && !isEmpty
                  ? {
                      title: term ? `No content matches “${term}”` : 'No card fits these filters',
                      sentence: term
                        ? 'Search looks into names, descriptions and texts. Accents and capital letters don’t matter.'
                        : 'Choose other filters, or show all cards.',
                      action: <Button onClick={showAll}>Show all</Button>,
                    }
                  : undefined
              }
            >
              {(all) => (
                <TreeList
                  mode={mode}
                  rows={all}
                  searched={term !== ''}
                  isSelected={(id) => selection.keys.has(id)}
                  current={editor.edited?.id}
                  lit={lit}
                  onLit={() => setLit(undefined)}
                  onToggle={toggle}
                  onMove={onMove}
                  whyFixed={mayChange ? 'Clear the search to reorder' : undefined}
                >
                  {(row) => (
                    <TreeRow
                      row={row}
                      term={term}
                      phone={phone}
                      selected={selection.chosenOf(cardsOf(row))}
                      now={now}
                      actions={actions}
                    />
                  )}
                </TreeList>
              )}
            </ListStates>
            {tree.tree && <FoundElsewhere tree={tree} />}
          </Card>
          {phone && <AnalyticsBanner mode={mode} />}
        </Box>
        <ModePreview tree={tree} />
      </Flex>
      <CardSelection
        opened={selection.keys.size > 0}
        selection={selection}
        bulk={bulk}
        now={now}
        onMove={() => placing.ask(selection.keys, 'move')}
      />
      <ScheduleCard
        opened={scheduled !== undefined}
        card={scheduled}
        publish={publish}
        onClose={() => {
          publish.reset();
          setScheduled(undefined);
        }}
      />
      <Editor opened={editor.edited !== undefined} editor={editor} tree={tree} onAdded={setLit} />
      <ImportDialog key={mode} opened={tree.importing} mode={mode} onClose={() => show({ import: undefined })} />
      <PlaceDialog
        opened={placing.asked !== undefined}
        asked={placing.asked}
        mode={mode}
        busy={duplicate.isPending}
        failed={placing.asked && duplicate.error ? explain(duplicate.error) : undefined}
        onChoose={place}
        onClose={() => {
          duplicate.reset();
          placing.close();
        }}
      />
      {!editor.edited && (
        <TreeHistory
          opened={editor.history !== undefined}
          tree={tree.tree}
          editor={editor}
          onClose={() => editor.showHistory(undefined)}
        />
      )}
      {Object.values(deletions).map(({ question }) => question)}
    </>
  );
}

type RowCard = Extract<Row, { level: 3 }>['thing'];

/** The cards of a row: the card itself, or those of its section or category. */
const cardsOf = (row: Row) =>
  row.level === 3 ? [row.thing] : row.level === 2 ? row.thing.cards : row.thing.sections.flatMap(({ cards }) => cards);
