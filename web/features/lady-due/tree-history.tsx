import type { CategoryTree } from '#contract/lady-due.ts';
import { card, category, section } from '#web/features/lady-due/kinds.ts';
import type { Editor } from '#web/features/lady-due/use-editor.ts';
import { HistoryPanel } from '#web/history/history-panel.tsx';

const kinds = { card, section, category };

type TreeHistoryProps = { tree: readonly CategoryTree[] | undefined; editor: Editor };

/** The versions of the category, section or card that the address names, also of one that was deleted. */
export function TreeHistory({ tree, editor: { history: id, historyKind: kind, showHistory } }: TreeHistoryProps) {
  const shown = id && tree && (entityOf(tree, id) ?? (kind && { entity: kinds[kind], title: undefined }));
  return (
    shown && (
      <HistoryPanel
        key={id}
        kind={shown.entity.kind}
        id={id}
        title={shown.title}
        fields={shown.entity.fields}
        onClose={() => showHistory(undefined)}
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
