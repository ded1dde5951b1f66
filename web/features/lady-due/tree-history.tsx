import type { CategoryTree } from '#contract/lady-due.ts';
import { cardEntity, categoryEntity, sectionEntity } from '#web/features/lady-due/kinds.ts';
import type { EditorState } from '#web/features/lady-due/use-editor.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';

const kinds = { card: cardEntity, section: sectionEntity, category: categoryEntity };

type TreeHistoryProps = {
  /** The address names a record's history. */
  opened: boolean;
  tree: readonly CategoryTree[] | undefined;
  editor: EditorState;
  onClose: () => void;
};

/** The versions of the category, section or card in the address, also after its deletion. */
export function TreeHistory({ opened, tree, editor, onClose }: TreeHistoryProps) {
  const { history: id, historyKind: kind } = editor;
  const shown = opened && id && tree && (entityOf(tree, id) ?? (kind && { entity: kinds[kind], title: undefined }));
  return (
    shown && (
      <HistoryPanel
        key={id}
        kind={shown.entity.kind}
        id={id}
        title={shown.title}
        fields={shown.entity.fields}
        onClose={onClose}
      />
    )
  );
}

function entityOf(tree: readonly CategoryTree[], id: string) {
  for (const one of tree) {
    if (one.id === id) return { entity: categoryEntity, title: one.name };
    for (const children of one.sections) {
      if (children.id === id) return { entity: sectionEntity, title: children.title };
      const found = children.cards.find((each) => each.id === id);
      if (found) return { entity: cardEntity, title: found.title };
    }
  }
  return undefined;
}
