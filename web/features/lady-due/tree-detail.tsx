import { Button } from '@mantine/core';
import { capital } from '#contract/kinds.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { usePermission } from '#web/api/permissions.ts';
import type { Entity } from '#web/entity/entity.ts';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import { cardEntity, categoryEntity, sectionEntity } from '#web/features/lady-due/kinds.ts';
import type { EditorState } from '#web/features/lady-due/use-editor.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { NotAllowed } from '#web/ui/not-allowed.tsx';

const kinds = { 1: categoryEntity, 2: sectionEntity, 3: cardEntity };

type TreeDetailProps = {
  level: 1 | 2 | 3;
  /** Left out when the address asks for a new record. */
  record: Category | Section | Card | undefined;
  editor: EditorState;
};

/** A category, a section or a card for a read-only role, instead of the form. */
export function TreeDetail({ level, record, editor }: TreeDetailProps) {
  const entity = kinds[level] as unknown as Entity;
  const may = { update: usePermission()(entity.routes.update) };
  const { close, open, showHistory } = editor;
  return (
    <DetailPanel title={capital(entity.noun)} onClose={close}>
      {record ? (
        <EntityDetail
          key={record.id}
          page={{
            entity,
            may,
            records: undefined,
            address: {
              edit: ({ id }) => open({ level, id }),
              openHistory: ({ id }) => showHistory(id),
            },
          }}
          record={record}
          facts={Object.keys(entity.blank).filter((name) => !hidden.has(name))}
        />
      ) : (
        <NotAllowed action={<Button onClick={close}>Close</Button>} />
      )}
    </DetailPanel>
  );
}

/** The fields that the heading, the badge and the place in the tree already show. */
const hidden = new Set(['name', 'title', 'trackingMode', 'categoryId', 'sectionId', 'isActive']);
