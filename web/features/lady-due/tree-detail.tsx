import { Button } from '@mantine/core';
import { capital } from '#contract/kinds.ts';
import type { Card, Category, Section } from '#contract/lady-due.ts';
import { useMay } from '#web/api/may.ts';
import type { Entity } from '#web/entity/define-entity.tsx';
import { EntityDetail } from '#web/entity/entity-detail.tsx';
import { card, category, section } from '#web/features/lady-due/kinds.ts';
import type { Editor } from '#web/features/lady-due/use-editor.ts';
import { DetailPanel } from '#web/ui/detail-panel.tsx';
import { NotAllowed } from '#web/ui/not-allowed.tsx';

const kinds = { 1: category, 2: section, 3: card };

type TreeDetailProps = {
  level: 1 | 2 | 3;
  /** Left out when the address asks for a new record. */
  thing: Category | Section | Card | undefined;
  editor: Editor;
};

/** A category, a section or a card for a read-only role, instead of the form. */
export function TreeDetail({ level, thing, editor }: TreeDetailProps) {
  const entity = kinds[level] as unknown as Entity;
  const may = { update: useMay()(entity.routes.update) };
  const { close, open, showHistory } = editor;
  return (
    <DetailPanel title={capital(entity.noun)} onClose={close}>
      {thing ? (
        <EntityDetail
          key={thing.id}
          page={{
            entity,
            may,
            things: undefined,
            address: {
              edit: ({ id }) => open({ level, id }),
              openHistory: ({ id }) => showHistory(id),
            },
          }}
          thing={thing}
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
