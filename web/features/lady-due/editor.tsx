import { Button, Center, Drawer, Modal } from '@mantine/core';
import { IconTrashOff } from '@tabler/icons-react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { capital, kinds, parentOf } from '#contract/kinds.ts';
import type { Card } from '#contract/lady-due.ts';
import { usePermissionWhileOpen } from '#web/api/permissions.ts';
import type { Stored } from '#web/entity/define/entity.ts';
import { EntityDetail } from '#web/entity/page/entity-detail.tsx';
import { EntityForm } from '#web/entity/form/entity-form.tsx';
import { useSteadyList, useWatched } from '#web/entity/define/use-entity-list.ts';
import { CardForm } from '#web/features/lady-due/card-editor.tsx';
import type { Edited } from '#web/features/lady-due/editor-address.ts';
import { cardEntity, treeEntities } from '#web/features/lady-due/kinds.ts';
import { TreeHistory } from '#web/features/lady-due/tree-history.tsx';
import type { TreeKind } from '#web/features/lady-due/tree-rows.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import type { EditorState } from '#web/features/lady-due/use-editor.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { NotAllowed } from '#web/ui/not-allowed.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type EditorProps = {
  /** A form is open. */
  opened: boolean;
  editor: EditorState;
  tree: Tree;
  /** A new record was saved. */
  onAdded: (id: string) => void;
};

/** Layers that take Escape: the dialog itself, or a layer above it. */
const layers = '[role="dialog"], [role="menu"], [role="complementary"]';

/** The dialog for the category, section or card that the address opens for editing. */
export function Editor({ opened, editor, onAdded, tree }: EditorProps) {
  const { edited, close } = editor;
  const { kind = 'category', id } = edited ?? {};
  const record = useEdited(edited, tree, opened);
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
  const label = `${id ? 'Edit' : 'Add'} ${kind}`;
  if (edited && tree.tree && !record.isGone && !record.isIncluded) {
    return <ReadOnly kind={kind} record={record.record} editor={editor} />;
  }
  const content = edited && <Content {...record} edited={edited} editor={editor} tree={tree} onAdded={onAdded} />;
  if (kind === 'card') {
    return (
      // Like a panel, it is below toasts and dialogs.
      <Modal.Root {...common} fullScreen zIndex={100}>
        <Modal.Content aria-label={label} style={{ borderRadius: 0 }}>
          {content}
          {edited && (
            <TreeHistory
              opened={editor.history !== undefined}
              tree={tree}
              editor={editor}
              onClose={editor.closeHistory}
            />
          )}
        </Modal.Content>
      </Modal.Root>
    );
  }
  return (
    <Drawer.Root {...common} position="right" size="36rem">
      <Drawer.Overlay />
      <Drawer.Content aria-label={label}>{content}</Drawer.Content>
    </Drawer.Root>
  );
}

/** The edited record, and whether the role includes its form. */
function useEdited(edited: Edited | undefined, { list, everyRow }: Tree, opened: boolean) {
  useWatched(list, opened);
  const { kind = 'category', id, parentId } = edited ?? {};
  const { routes } = treeEntities[kind];
  const holder = parentOf(kind);
  const isIncluded = usePermissionWhileOpen(id ? routes.update : routes.create, JSON.stringify(edited));
  const recordsOf = (one: string | undefined) => everyRow?.flatMap((row) => (row.kind === one ? [row.record] : []));
  const records = recordsOf(kind);
  const parents = recordsOf(holder);
  const { record } = useSteadyList(records, id);
  // If the parent is deleted while its child is edited, the form stays open; saving reports that the parent is gone.
  const { record: parent } = useSteadyList(parents, parentId);
  return { record, isIncluded, isGone: id ? records && !record : holder && parents && !parent };
}

type ContentProps = Omit<EditorProps, 'opened'> & { edited: Edited; record: Stored | undefined; isGone: unknown };

/** The form, or why there is none. */
function Content({ edited, record, isGone, editor, tree: all, onAdded }: ContentProps) {
  const { mode, tree, openWith } = all;
  const { kind, id, parentId } = edited;
  const entity = treeEntities[kind];
  const { open, close } = editor;
  if (!tree) return <SkeletonRows shape="text" rows={6} label={`Loading the ${kind}`} />;
  if (isGone) {
    return (
      <Center h="100%">
        <Empty
          icon={IconTrashOff}
          title={`This ${id ? kind : parentOf(kind)} no longer exists`}
          sentence="It was deleted, or the link is wrong. Deleted content stays in the bin for 30 days."
          action={<Button onClick={close}>Close</Button>}
        />
      </Center>
    );
  }
  const { scope = '' } = entity;
  const holder = (record?.[scope] as string | undefined) ?? parentId ?? mode;
  const form = {
    listed: { trackingMode: mode },
    // A new record is shown in its parent.
    onSaved: (saved: { id: string } | undefined) => {
      editor.finish(parentId ? { open: openWith(parentId) } : {});
      if (!id && saved) onAdded(saved.id);
    },
    onCancel: close,
    onTakeOver: () => open({ kind, parentId: holder }),
  };
  // Another record has its own form.
  const key = `${kind} ${id ? '' : holder}`;
  if (kind !== 'card') {
    return <EntityForm key={key} {...form} entity={entity} record={record} given={{ [scope]: holder }} />;
  }
  const card = record as Card | undefined;
  return (
    <EntityForm
      key={key}
      {...form}
      entity={cardEntity}
      record={card}
      given={{ sectionId: holder }}
      frame={(one) => (
        <CardForm form={one} tree={all} card={card} sectionId={holder} editor={editor} onTakeOver={form.onTakeOver} />
      )}
    />
  );
}

/** The fields that the heading, the badge and the place in the tree already show. */
const hidden = new Set(['name', 'title', 'trackingMode', 'categoryId', 'sectionId', 'isActive']);

/** A category, a section or a card for a read-only role, instead of the form. */
function ReadOnly({ kind, record, editor }: { kind: TreeKind; record: Stored | undefined; editor: EditorState }) {
  const entity = treeEntities[kind];
  const { close, open, openHistory } = editor;
  const address = { edit: ({ id }: Stored) => open({ kind, id }), openHistory };
  const page: ComponentProps<typeof EntityDetail>['page'] = {
    entity,
    may: { update: false },
    records: undefined,
    address,
  };
  return (
    <DetailPanel title={capital(kinds[kind].one)} onClose={close}>
      {record ? (
        <EntityDetail
          key={record.id}
          page={page}
          record={record}
          facts={Object.keys(entity.blank).filter((name) => !hidden.has(name))}
        />
      ) : (
        <NotAllowed action={<Button onClick={close}>Close</Button>} />
      )}
    </DetailPanel>
  );
}
