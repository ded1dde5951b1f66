/** Returns the list with one item moved to another index. */
export function moveItem<T>(list: readonly T[], from: number, to: number) {
  const moved = list.slice(from, from + 1);
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...moved, ...rest.slice(to)];
}
