import type { CategoryTree } from '#contract/lady-due.ts';
import { card, category, section } from '#web/features/lady-due/kinds.ts';
import type { Editor } from '#web/features/lady-due/use-editor.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';

const kinds = { card, section, category };

type TreeHistoryProps = {
  /** The address names a record's history. */
  opened: boolean;
  tree: readonly CategoryTree[] | undefined;
  editor: Editor;
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
    if (one.id === id) return { entity: category, title: one.name };
    for (const held of one.sections) {
      if (held.id === id) return { entity: section, title: held.title };
      const found = held.cards.find((each) => each.id === id);
      if (found) return { entity: card, title: found.title };
    }
  }
  return undefined;
}
