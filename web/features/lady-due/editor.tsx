import { Button, Center, Drawer, Modal } from '@mantine/core';
import { IconTrashOff } from '@tabler/icons-react';
import { useMemo, type KeyboardEvent } from 'react';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { usePermissionWhileOpen } from '#web/api/permissions.ts';
import { EntityForm } from '#web/entity/entity-form.tsx';
import { useSteadyList, useWatched } from '#web/entity/use-entity-list.ts';
import { CardEditor } from '#web/features/lady-due/card-editor.tsx';
import { cardEntity, categoryEntity, sectionEntity } from '#web/features/lady-due/kinds.ts';
import { TreeDetail } from '#web/features/lady-due/tree-detail.tsx';
import { TreeHistory } from '#web/features/lady-due/tree-history.tsx';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import type { EditorState } from '#web/features/lady-due/use-editor.ts';
import { Empty } from '#web/ui/empty.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type EditorProps = {
  /** A form is open. */
  opened: boolean;
  editor: EditorState;
  tree: Tree;
  /** A new record was saved. */
  onAdded: (id: string) => void;
};

const kinds = { 1: categoryEntity, 2: sectionEntity, 3: cardEntity };
const nouns = { 1: 'category', 2: 'section', 3: 'card' } as const;

/** Layers that take Escape: the dialog itself, or a layer above it. */
const layers = '[role="dialog"], [role="menu"], [role="complementary"]';

/** The dialog for the category, section or card that the address opens for editing. */
export function Editor({ opened, editor, onAdded, tree: { mode, list, tree, shown, openWith } }: EditorProps) {
  useWatched(list, opened);
  const { edited, open, close } = editor;
  const all = useMemo(() => {
    const sections = tree?.flatMap((one) => one.sections);
    return { 1: tree, 2: sections, 3: sections?.flatMap(({ cards }) => cards) };
  }, [tree]);
  const listed = { trackingMode: mode };
  const { level = 1, id, parentId } = edited ?? {};
  const { create, update } = kinds[level].routes;
  const isIncluded = usePermissionWhileOpen(id ? update : create, JSON.stringify(edited));
  const { record } = useSteadyList<Category | Section | Card>(all[level], id);
  const parents: readonly { id: string }[] | undefined = level === 1 ? undefined : all[level === 3 ? 2 : 1];
  // If the parent is deleted while its child is edited, the form stays open; saving reports that the parent is gone.
  const { record: parent } = useSteadyList(parents, parentId);
  const isGone = id ? all[level] && !record : parents && !parent;
  const common = {
    opened,
    onClose: close,
    closeOnEscape: false,
    transitionProps: { duration: 160, exitDuration: 0 },
    onKeyDown: ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
      const nearest = key === 'Escape' && (target as Element).closest(layers);
      if (nearest && nearest === currentTarget.querySelector('[role="dialog"]')) close();
    },
  };
  const label = `${id ? 'Edit' : 'Add'} ${nouns[level]}`;
  const form = {
    listed,
    // A new record is shown in its parent.
    onSaved: (saved: { id: string } | undefined) => {
      editor.finish(parentId ? { open: openWith(parentId) } : {});
      if (!id && saved) onAdded(saved.id);
    },
    onCancel: close,
  };
  const content = () => {
    if (!edited) return null;
    if (!tree) return <SkeletonRows shape="text" rows={6} label={`Loading the ${nouns[level]}`} />;
    if (isGone) {
      return (
        <Center h="100%">
          <Empty
            icon={IconTrashOff}
            title={`This ${nouns[id ? level : level === 3 ? 2 : 1]} no longer exists`}
            sentence="It was deleted, or the link is wrong. Deleted content stays in the bin for 30 days."
            action={<Button onClick={close}>Close</Button>}
          />
        </Center>
      );
    }
    if (level === 1) {
      return (
        <EntityForm
          {...form}
          entity={categoryEntity}
          record={record as Category | undefined}
          given={{ trackingMode: mode }}
          onTakeOver={() => open({ level: 1 })}
        />
      );
    }
    if (level === 2) {
      const { categoryId = parentId } = (record ?? {}) as Partial<Section>;
      return (
        <EntityForm
          {...form}
          entity={sectionEntity}
          record={record as Section | undefined}
          given={{ categoryId: categoryId ?? '' }}
          onTakeOver={() => categoryId && open({ level: 2, parentId: categoryId })}
        />
      );
    }
    return (
      <CardEditor
        {...form}
        mode={mode}
        tree={tree}
        shown={shown ?? tree}
        card={record as Card | undefined}
        sectionId={(record as Card | undefined)?.sectionId ?? parentId ?? ''}
        editor={editor}
      />
    );
  };
  if (edited && tree && !isGone && !isIncluded) return <TreeDetail level={level} record={record} editor={editor} />;
  if (level === 3) {
    return (
      <Modal.Root {...common} fullScreen>
        <Modal.Content aria-label={label} style={{ borderRadius: 0 }}>
          {content()}
          {edited && (
            <TreeHistory
              opened={editor.history !== undefined}
              tree={tree}
              editor={editor}
              onClose={() => editor.showHistory(undefined)}
            />
          )}
        </Modal.Content>
      </Modal.Root>
    );
  }
  return (
    <Drawer.Root {...common} position="right" size="36rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={label}>{content()}</Drawer.Content>
    </Drawer.Root>
  );
}
