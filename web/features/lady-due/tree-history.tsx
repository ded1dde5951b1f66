import { EntityHistory } from '#web/entity/page/entity-history.tsx';
import { treeEntities } from '#web/features/lady-due/kinds.ts';
import type { EditorState } from '#web/features/lady-due/use-editor.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';

type TreeHistoryProps = {
  /** The address names a record's history. */
  opened: boolean;
  tree: Tree;
  editor: EditorState;
  onClose: () => void;
};

/** The versions of the category, section or card in the address, also after its deletion. */
export function TreeHistory({ opened, tree: { everyRow }, editor, onClose }: TreeHistoryProps) {
  const { history, historyKind } = editor;
  const row = everyRow?.find(({ record }) => record.id === history);
  const kind = row?.kind ?? historyKind;
  if (!opened || !everyRow || !kind) return null;
  const records = row && [row.record];
  return <EntityHistory page={{ entity: treeEntities[kind], records, address: { history, show: onClose } }} />;
}
