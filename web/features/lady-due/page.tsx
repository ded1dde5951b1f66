import { Box, Button, Flex, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutList, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { type Card, ladyDueApi } from '#contract/lady-due.ts';
import { trackingModes } from '#contract/tracking-modes.ts';
import { explain } from '#web/api/call.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf } from '#web/api/query.ts';
import { useRecordDeletion } from '#web/entity/list/use-record-deletion.tsx';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { AnalyticsBanner } from '#web/features/lady-due/analytics-banner.tsx';
import { FoundElsewhere } from '#web/features/lady-due/found-elsewhere.tsx';
import { cardEntity, categoryEntity, sectionEntity, treeEntities } from '#web/features/lady-due/kinds.ts';
import { ModePreview, besideTree } from '#web/features/lady-due/mode-preview.tsx';
import { ModeSelector } from '#web/features/lady-due/mode-selector.tsx';
import { isOutdated } from '#web/features/lady-due/outdated.ts';
import { PageActions } from '#web/features/lady-due/page-actions.tsx';
import type { Asked } from '#web/features/lady-due/place-dialog.tsx';
import { TreeList } from '#web/features/lady-due/tree-list.tsx';
import { type Place, placeOf } from '#web/features/lady-due/tree-places.ts';
import { type TreeRowActions, TreeRow } from '#web/features/lady-due/tree-row.tsx';
import type { TreeKind, TreeRowData } from '#web/features/lady-due/tree-rows.ts';
import { TreeTools } from '#web/features/lady-due/tree-tools.tsx';
import { type EditorState, useEditor } from '#web/features/lady-due/use-editor.ts';
import { useExport } from '#web/features/lady-due/use-export.ts';
import { useModeOfRecord } from '#web/features/lady-due/use-mode.ts';
import { usePlacing } from '#web/features/lady-due/use-placing.ts';
import { type Tree, useTree } from '#web/features/lady-due/use-tree.ts';
import { useTreeChanges } from '#web/features/lady-due/use-tree-changes.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { ContentCard } from '#web/ui/content-card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';
import { ListStates } from '#web/ui/list-states.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

const TreeHistory = lazyLayer(
  'history',
  async () => (await import('#web/features/lady-due/tree-history.tsx')).TreeHistory,
);

const ScheduleDialog = lazyComponent(async () => (await import('#web/form/schedule-dialog.tsx')).ScheduleDialog);

const RuleButton = lazyComponent(async () => (await import('#web/entity/editions/rule-button.tsx')).RuleButton);

const UnapprovedNote = lazyComponent(
  async () => (await import('#web/entity/approvals/unapproved-note.tsx')).UnapprovedNote,
);
const CardSelection = lazyComponent(
  async () => (await import('#web/features/lady-due/card-selection.tsx')).CardSelection,
);

const PlaceDialog = lazyComponent(async () => (await import('#web/features/lady-due/place-dialog.tsx')).PlaceDialog);

const ImportDialog = lazyComponent(async () => (await import('#web/features/lady-due/import-dialog.tsx')).ImportDialog);

const Editor = lazyComponent(async () => (await import('#web/features/lady-due/editor.tsx')).Editor);

/** Milliseconds before the tree is reloaded after a card reached its publishing time. */
const renewAfter = 5_000;

/** The fields of deleted records in the bin. */
export const fields = { category: categoryEntity.fields, section: sectionEntity.fields, card: cardEntity.fields };

/** Everything that a row can do, with the state of the dialogs that its actions open. */
function useRowActions(tree: Tree, editor: EditorState) {
  const { mode, filtered, toggle, selection, show } = tree;
  const { createDefault, publish, duplicate, move, bulk } = useTreeChanges(mode);
  const deletions: Record<TreeKind, ReturnType<typeof useRecordDeletion>> = {
    category: useRecordDeletion(treeEntities.category),
    section: useRecordDeletion(treeEntities.section),
    card: useRecordDeletion(treeEntities.card),
  };
  const placing = usePlacing(tree);
  /** The card whose publishing time is being chosen from its row's menu. */
  const [scheduled, setScheduled] = useState<Card>();
  /** The latest copy or new record. */
  const [lit, setLit] = useState<string>();
  const mayChange = usePermission()(ladyDueApi.ladyDue.order);
  const onMove = filtered || !mayChange ? undefined : move.move;
  const copy = (row: TreeRowData, parentId?: string) =>
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
    const ids = [row, ...more].map(({ record }) => record.id);
    return bulk.mutate({ ids, action, sectionId: to.parentId }, { onSuccess: selection.clear });
  };
  const failures = [createDefault, scheduled ? undefined : publish, move, placing.asked ? undefined : duplicate].map(
    (one) => (one?.error ? explain(one.error) : undefined),
  );
  const schedule = (card: Card | undefined) => {
    publish.reset();
    setScheduled(card);
  };
  const actions: TreeRowActions = {
    mayChange,
    onToggle: toggle,
    onSelect: selection.selectRange,
    onSelectAll: selection.select,
    onChange: (card, changes) => publish.mutate({ card, changes }),
    onSchedule: schedule,
    onOpen: editor.open,
    onHistory: editor.openHistory,
    onDuplicate: (row) => copy(row),
    onAsk: ({ record }, action) => {
      duplicate.reset();
      placing.ask([record.id], action);
    },
    onDelete: ({ kind, record }) => deletions[kind].ask(record),
    onStep: onMove && ((row, by) => onMove(row, { ...placeOf(row), index: row.position - 1 + by })),
  };
  return {
    actions,
    onMove,
    createDefault,
    publish,
    duplicate,
    bulk,
    placing,
    place,
    scheduled,
    schedule,
    onSchedule: (publishedAt: string) => {
      const changes = { publishStatus: 'scheduled', publishedAt } as const;
      if (scheduled) publish.mutate({ card: scheduled, changes }, { onSuccess: () => schedule(undefined) });
    },
    lit,
    setLit,
    /** Why changes failed that no dialog reports. */
    refusals: [...failures, ...Object.values(deletions).map(({ refused }) => refused?.failed)],
    questions: Object.values(deletions).map(({ question }) => question),
  };
}

export function LadyDuePage() {
  const tree = useTree();
  const { mode, show, selection } = tree;
  const editor = useEditor();
  const changes = useRowActions(tree, editor);
  const { createDefault, publish, duplicate, bulk, placing, scheduled, schedule, setLit } = changes;
  const saving = useExport();
  useModeOfRecord(tree);
  const phone = usePhone();
  const isBeside = useMediaQuery(besideTree, false, { getInitialValueInEffect: false });
  const now = useNow(serverNow);
  const { refresh } = useEntityCache(categoryEntity);
  useWhileInUse(() => void refresh(), renewAfter, isOutdated(tree.tree ?? [], now.toISOString()));
  return (
    <>
      <title>Lady Due - Awa Desk</title>
      <PageHead
        title="Lady Due"
        subtitle="What the app teaches, for each way of tracking. Only active, published cards reach the app."
        actions={
          tree.tree && (
            <PageActions
              onPreview={isBeside ? undefined : () => show({ preview: 'now' })}
              creating={createDefault.isPending}
              exporting={saving.isPending}
              onCreate={() => createDefault.mutate(mode)}
              onExport={() => saving.mutate(mode)}
              onImport={() => show({ import: true })}
              onAdd={() => editor.open({ kind: 'category' })}
            />
          )
        }
      />
      <Flex align="flex-start" gap="2rem">
        <Box flex={1} miw={0}>
          {!phone && <AnalyticsBanner mode={mode} />}
          {/* The room of the note, which is fetched later. */}
          <Box mih="2.25rem">
            <Group justify="space-between" wrap="nowrap" gap="sm" h="1.25rem" mb="md">
              <UnapprovedNote area="lady-due" />
              <RuleButton area="lady-due" />
            </Group>
          </Box>
          <ModeSelector mode={mode} />
          <Content
            tree={tree}
            editor={editor}
            changes={changes}
            now={now}
            notSaved={saving.error ? explain(saving.error) : undefined}
          />
          {phone && <AnalyticsBanner mode={mode} />}
        </Box>
        <ModePreview tree={tree} />
      </Flex>
      <CardSelection
        opened={selection.keys.size > 0}
        tree={tree}
        bulk={bulk}
        now={now}
        onMove={() => placing.ask(selection.keys, 'move')}
      />
      <ScheduleDialog
        opened={scheduled !== undefined}
        title={scheduled ? `Schedule “${scheduled.title}”` : ''}
        busy={publish.isPending}
        failed={publish.error ? explain(publish.error) : undefined}
        onSchedule={changes.onSchedule}
        onClose={() => schedule(undefined)}
      />
      <Editor opened={editor.edited !== undefined} editor={editor} tree={tree} onAdded={setLit} />
      <ImportDialog key={mode} opened={tree.importing} mode={mode} onClose={() => show({ import: undefined })} />
      <PlaceDialog
        opened={placing.asked !== undefined}
        asked={placing.asked}
        mode={mode}
        busy={duplicate.isPending}
        failed={placing.asked && duplicate.error ? explain(duplicate.error) : undefined}
        onChoose={changes.place}
        onClose={() => {
          duplicate.reset();
          placing.close();
        }}
      />
      {!editor.edited && (
        <TreeHistory opened={editor.history !== undefined} tree={tree} editor={editor} onClose={editor.closeHistory} />
      )}
      {changes.questions}
    </>
  );
}

type ContentProps = {
  tree: Tree;
  editor: EditorState;
  changes: ReturnType<typeof useRowActions>;
  now: Date;
  /** Why the export failed. */
  notSaved: ShownFailure | undefined;
};

/** The tree of a mode, under its search and filters. */
function Content({ tree, editor, changes, now, notSaved }: ContentProps) {
  const { mode, list, shown, rows, selection, term } = tree;
  const { actions, onMove, lit, setLit } = changes;
  const { mayChange } = actions;
  const phone = usePhone();
  return (
    <ContentCard
      list
      title={trackingModes[mode]}
      {...(shown ? { count: formatInteger(selection.shown.length) } : {})}
      tools={<TreeTools tree={tree} />}
    >
      {[notSaved, ...changes.refusals].map(
        (failed) => failed && <InlineFailure key={failed.message} failed={failed} />,
      )}
      <ListStates
        {...failureOf(list)}
        rows={rows}
        skeleton={{ shape: 'text', rows: 8, label: 'Loading content' }}
        empty={{ icon: IconLayoutList, title: `Nothing in ${trackingModes[mode]} yet`, ...whenEmpty(tree, changes) }}
        noMatch={noMatch(tree)}
      >
        {(all) => (
          <TreeList
            rows={all}
            searched={term !== ''}
            isSelected={(id) => selection.keys.has(id)}
            current={editor.edited?.id}
            lit={lit}
            onLit={() => setLit(undefined)}
            onToggle={tree.toggle}
            onMove={onMove}
            whyFixed={mayChange ? 'Clear the search to reorder' : undefined}
          >
            {(row) => (
              <TreeRow
                row={row}
                term={term}
                phone={phone}
                selected={selection.keys.size > 0 && selection.checkedOf(row.cards.map(({ id }) => id))}
                now={now}
                actions={actions}
              />
            )}
          </TreeList>
        )}
      </ListStates>
      {tree.tree && <FoundElsewhere tree={tree} />}
    </ContentCard>
  );
}

/** The sentence of an empty mode and, for a role that may change content, a button that fills it. */
const whenEmpty = ({ mode }: Tree, { createDefault, actions }: ContentProps['changes']) =>
  actions.mayChange
    ? {
        sentence:
          'Create Default fills it with texts from public health sources, as drafts that nobody sees until you publish them.',
        action: (
          <BusyButton
            leftSection={<IconSparkles size={18} stroke={1.6} aria-hidden="true" />}
            busy={createDefault.isPending}
            busyLabel="Creating"
            onClick={() => createDefault.mutate(mode)}
          >
            Create Default
          </BusyButton>
        ),
      }
    : { sentence: 'What others write appears here.' };

/** The texts of a list in which search or filters leave nothing. */
const noMatch = ({ filtered, tree, term, showAll }: Tree) =>
  filtered && tree?.length !== 0
    ? {
        title: term ? `No content matches “${term}”` : 'No card fits these filters',
        sentence: term
          ? 'Search looks into names, descriptions and texts. Accents and capital letters don’t matter.'
          : 'Choose other filters, or show all cards.',
        action: <Button onClick={showAll}>Show all</Button>,
      }
    : undefined;
