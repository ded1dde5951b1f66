import { ActionIcon, Box, Button, Flex } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type Icon,
  IconDeviceMobile,
  IconDownload,
  IconLayoutList,
  IconPlus,
  IconSparkles,
  IconUpload,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { maxBulk } from '#contract/common.ts';
import { ladyDueApi as api } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { exportName, exportOf } from '#contract/lady-due-file.ts';
import { explain } from '#web/api/call.ts';
import { useMay } from '#web/api/may.ts';
import { failureOf } from '#web/api/query.ts';
import { useDeleteQuestion } from '#web/entity/use-delete-question.tsx';
import { useEntityCache } from '#web/entity/use-entity-list.ts';
import { AnalyticsBanner } from '#web/features/lady-due/analytics-banner.tsx';
import { cardsIn } from '#web/features/lady-due/filter-tree.ts';
import { card, category, section } from '#web/features/lady-due/kinds.ts';
import { ModePreview, besideTree } from '#web/features/lady-due/mode-preview.tsx';
import { ModeSelector } from '#web/features/lady-due/mode-selector.tsx';
import { isOutdated } from '#web/features/lady-due/moments.ts';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { TreeHistory } from '#web/features/lady-due/tree-history.tsx';
import { TreeList } from '#web/features/lady-due/tree-list.tsx';
import { type RowActions, TreeRow } from '#web/features/lady-due/tree-row.tsx';
import { placeOf } from '#web/features/lady-due/tree-places.ts';
import { rowsOf } from '#web/features/lady-due/tree-rows.ts';
import { TreeTools } from '#web/features/lady-due/tree-tools.tsx';
import { useEditor } from '#web/features/lady-due/use-editor.ts';
import { useModeOfHistory } from '#web/features/lady-due/use-mode.ts';
import { useTree } from '#web/features/lady-due/use-tree.ts';
import { useTreeChanges } from '#web/features/lady-due/use-tree-changes.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { useRangeSelect, useSelection } from '#web/lib/use-selection.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';

const CardSelection = lazyComponent(
  async () => (await import('#web/features/lady-due/card-selection.tsx')).CardSelection,
);

const PlaceDialog = lazyComponent(async () => (await import('#web/features/lady-due/place-dialog.tsx')).PlaceDialog);

const ImportDialog = lazyComponent(async () => (await import('#web/features/lady-due/import-dialog.tsx')).ImportDialog);

const Editor = lazyComponent(async () => (await import('#web/features/lady-due/editor.tsx')).Editor);

/** Milliseconds after which the tree is asked for again once time alone has published one of its cards. */
const renewAfter = 5_000;

export function LadyDuePage() {
  const tree = useTree();
  const { mode, list, shown, rows, term, filtered, toggle, showAll } = tree;
  const changes = useTreeChanges(mode);
  const { createDefault, publish, duplicate, move, bulk } = changes;
  const editor = useEditor();
  useModeOfHistory(tree.tree);
  const phone = usePhone();
  const isBeside = useMediaQuery(besideTree, false, { getInitialValueInEffect: false });
  const [importing, setImporting] = useState(false);
  const now = useNow(serverNow);
  const { refresh } = useEntityCache(category);
  useWhileInUse(() => void refresh(), renewAfter, isOutdated(tree.tree ?? [], now.toISOString()));
  const deletions = {
    1: useDeleteQuestion(category),
    2: useDeleteQuestion(section),
    3: useDeleteQuestion(card),
  };
  const [placed, setPlaced] = useState<Asked>();
  const { keys, ...chosen } = useSelection(maxBulk);
  const { clear } = chosen;
  // Only what is in this mode can be changed with it, and nothing that was deleted meanwhile.
  useEffect(clear, [mode, clear]);
  const selected = useMemo(() => {
    const there = new Set(cardsIn(tree.tree ?? []).map(({ id }) => id));
    return new Set([...keys].filter((id) => there.has(id)));
  }, [tree.tree, keys]);
  const selection = { ...chosen, keys: selected };
  const inSight = cardsIn(shown ?? []).filter(({ id }) => selected.has(id)).length;
  const cards = rows?.flatMap((row) => (row.level === 3 ? [row.thing.id] : [])) ?? [];
  const selectRange = useRangeSelect(cards, selection.select);
  const askForSelected = () => {
    const [row, ...more] = rowsOf(tree.tree ?? [], () => true).filter(({ thing }) => selected.has(thing.id));
    if (row) setPlaced({ rows: [row, ...more], action: 'move' });
  };
  const refusals = [
    ...[createDefault, publish, move, placed ? undefined : duplicate]
      .map((one) => one?.error)
      .map((error) => (error ? explain(error) : undefined)),
    ...Object.values(deletions).map(({ refused }) => refused?.failed),
  ];
  const mayChange = useMay()(api.ladyDue.order);
  const onMove = filtered || !mayChange ? undefined : move.move;
  /** The same while the list scrolls, so that rows that stay in sight are not rendered again. */
  const actions: RowActions = {
    mayChange,
    onToggle: toggle,
    onSelect: selectRange,
    onChange: (thing, given) => publish.mutate({ card: thing, changes: given }),
    onOpen: editor.open,
    onHistory: editor.showHistory,
    onDuplicate: (one) => duplicate.mutate({ row: one }),
    onAsk: (next) => {
      duplicate.reset();
      setPlaced(next);
    },
    onDelete: (one) => deletions[one.level].ask(one.thing as never),
    onStep: onMove && ((one, by) => onMove(one, { ...placeOf(one, mode), index: one.position - 1 + by })),
  };
  const isEmpty = tree.tree?.length === 0;
  const save = () => {
    const exportedAt = new Date().toISOString();
    const file = exportOf(mode, tree.tree ?? [], exportedAt);
    saveFile(exportName(mode, exportedAt), new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
  };
  const pageActions: { label: string; icon: Icon; opens?: boolean; main?: boolean; onClick: () => void }[] = [
    ...(isEmpty ? [] : [{ label: 'Export', icon: IconDownload, onClick: save }]),
    ...(mayChange
      ? [
          { label: 'Import', icon: IconUpload, opens: true, onClick: () => setImporting(true) },
          { label: 'Add Category', icon: IconPlus, opens: true, main: true, onClick: () => editor.open({ level: 1 }) },
        ]
      : []),
  ];
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
            <>
              {!isBeside && (
                <ActionIcon
                  variant="default"
                  aria-label="Preview"
                  aria-haspopup="dialog"
                  onClick={() => tree.show({ preview: 'now' })}
                >
                  <IconDeviceMobile size={20} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              )}
              {phone ? (
                <RowMenu name="Actions for Lady Due" items={pageActions} />
              ) : (
                pageActions.map(({ label, icon: ButtonIcon, main, opens, onClick }) => (
                  <Button
                    key={label}
                    variant={main ? 'filled' : undefined}
                    leftSection={<ButtonIcon size={18} stroke={1.6} aria-hidden="true" />}
                    aria-haspopup={opens ? 'dialog' : undefined}
                    onClick={onClick}
                  >
                    {label}
                  </Button>
                ))
              )}
            </>
          )
        }
      />
      <Flex align="flex-start" gap="2rem">
        <Box flex={1} miw={0}>
          {!phone && <AnalyticsBanner />}
          <ModeSelector mode={mode} />
          <Card
            list
            title={trackingModes[mode]}
            {...(shown ? { count: formatInteger(cardsIn(shown).length) } : {})}
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
                  isSelected={(id) => selected.has(id)}
                  onToggle={toggle}
                  onMove={onMove}
                  whyFixed={mayChange ? 'Clear the search to reorder' : undefined}
                >
                  {(row) => (
                    <TreeRow
                      row={row}
                      term={term}
                      phone={phone}
                      selected={selected.has(row.thing.id)}
                      now={now}
                      actions={actions}
                    />
                  )}
                </TreeList>
              )}
            </ListStates>
          </Card>
          {phone && <AnalyticsBanner />}
        </Box>
        {/* The editor of a card has a phone of its own. */}
        {editor.edited?.level !== 3 && <ModePreview tree={tree} />}
      </Flex>
      <CardSelection
        opened={selected.size > 0}
        selection={selection}
        hidden={selected.size - inSight}
        bulk={bulk}
        onMove={askForSelected}
      />
      <Editor opened={editor.edited !== undefined} editor={editor} tree={tree} />
      <ImportDialog key={mode} opened={importing} mode={mode} onClose={() => setImporting(false)} />
      <PlaceDialog
        opened={placed !== undefined}
        asked={placed}
        mode={mode}
        busy={duplicate.isPending}
        failed={placed && duplicate.error ? explain(duplicate.error) : undefined}
        onChoose={({ rows: [row, ...more], action }, place) => {
          const close = () => setPlaced(undefined);
          if (action === 'duplicate') return duplicate.mutate({ row, parentId: place.parentId }, { onSuccess: close });
          close();
          if (more.length === 0) return move.move(row, place);
          const ids = [row, ...more].map(({ thing }) => thing.id);
          bulk.mutate({ ids, action, sectionId: place.parentId }, { onSuccess: selection.clear });
        }}
        onClose={() => {
          duplicate.reset();
          setPlaced(undefined);
        }}
      />
      {!editor.edited && <TreeHistory tree={tree.tree} editor={editor} />}
      {Object.values(deletions).map(({ question }) => question)}
    </>
  );
}
