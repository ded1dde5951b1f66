import type { BinItem } from '#contract/bin.ts';
import type { Kind } from '#contract/kinds.ts';

type Item = Pick<BinItem, 'kind' | 'id'>;

/** A deleted record in a selection: `card/<id>`. */
export const keyOfItem = ({ kind, id }: Item) => `${kind}/${id}`;

export function itemOfKey(key: string): Item {
  const [kind = '', id = ''] = key.split('/');
  return { kind: kind as Kind, id };
}
