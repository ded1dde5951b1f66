import { type PastedNode, type Tag, isBlank, isBlock, isTag, tag, textOf, wrap } from '#web/rich-text/pasted-tree.ts';

/** The content of a cell, as parsed and as blocks for a list item. */
type Cell = { parts: readonly PastedNode[]; blocks: readonly Tag[]; isHead: boolean };

/** A cell in the grid: its first column, its number of columns, and the number of further rows it spans. */
type Entry = { column: number; width: number; below: number; cell: Cell; isRepeated: boolean };

type Row = { isHead: boolean; entries: readonly Entry[] };

/** Reads the content of a cell; `bold` is its style. */
type Read = (parts: readonly PastedNode[], bold: boolean) => readonly PastedNode[];

/** The maximum length, in characters, of a row-spanning cell's text that is repeated in each row. */
const maxRepeated = 100;

/** The maximum number of columns up to which the place of a missing value is marked. */
const maxGaps = 50;

/** The maximum number of header rows. */
const maxHead = 3;

const p = (...parts: readonly PastedNode[]) => tag('p', parts);
const strong = (...parts: readonly PastedNode[]) => p(tag('strong', parts));

/** Content as a sequence of blocks: inline content becomes a paragraph. */
function blocksOf(parts: readonly PastedNode[]): readonly Tag[] {
  const blocks: Tag[] = [];
  let line: PastedNode[] = [];
  const end = () => {
    if (!isBlank(line)) blocks.push(p(...trimmed(line)));
    line = [];
  };
  for (const part of parts) {
    if (!isBlock(part)) {
      line.push(part);
      continue;
    }
    end();
    if (part.name === 'div') for (const block of blocksOf(part.children)) blocks.push(block);
    else if (/^h\d$/.test(part.name)) blocks.push(p(...wrap('strong', trimmed(part.children))));
    else if (part.name === 'p') blocks.push(p(...trimmed(part.children)));
    else blocks.push(part);
  }
  end();
  return blocks;
}

/** Removes space and line breaks at both ends. */
function trimmed(parts: readonly PastedNode[]): readonly PastedNode[] {
  const isEdge = (part: PastedNode | undefined) => part !== undefined && isBlank([part]);
  let [from, to] = [0, parts.length];
  while (from < to && isEdge(parts[from])) from += 1;
  while (to > from && isEdge(parts[to - 1])) to -= 1;
  return parts
    .slice(from, to)
    .map((part, at, { length }) =>
      isTag(part)
        ? part
        : (at === 0 ? part.trimStart() : part).slice(0, at === length - 1 ? part.trimEnd().length : undefined),
    );
}

const isEmpty = ({ cell }: Entry) => cell.blocks.length === 0;

/** A cell with one paragraph, which can share a line with others. */
const isLine = ({ blocks }: Cell) => blocks.length === 1 && blocks[0]?.name === 'p';
const lineOf = ({ blocks }: Cell) => blocks[0]?.children ?? [];
/** The text of a cell; for a longer cell, the text of its first block. */
const wordsOf = ({ blocks }: Cell) => (blocks[0] && !/^[uo]l$/.test(blocks[0].name) ? textOf(blocks[0].children) : '');

const isBold = ({ cell }: Entry) =>
  isLine(cell) && lineOf(cell).every((part) => (isTag(part) ? part.name === 'strong' : !/\S/.test(part)));

/** The number of columns or rows that a cell spans. */
const spanOf = (value: string | undefined) => Math.max(1, Math.min(Number.parseInt(value ?? '1', 10) || 1, 1000));

const captionOf = (table: Tag, read: Read) =>
  table.children.flatMap((part) => (isTag(part) && part.name === 'caption' ? read(part.children, false) : []));

/**
 * The rows of a table, with each cell in its columns. A row-spanning cell is repeated in each of its rows, while the
 * repeated text stays short.
 */
function rowsOf(table: Tag, read: Read, styleOf: (style: string) => readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  let cells = 0;
  let repeated = 0;
  const addGroup = (group: readonly PastedNode[], isHead: boolean) => {
    let above: readonly Entry[] = [];
    for (const row of group) {
      if (!isTag(row) || row.name !== 'tr') continue;
      const entries: Entry[] = [];
      let column = 0;
      let next = 0;
      const repeat = () => {
        const one = above[next];
        if (!one) return false;
        next += 1;
        entries.push({ ...one, column: Math.max(one.column, column), below: one.below - 1, isRepeated: true });
        column = Math.max(column, one.column) + one.width;
        return true;
      };
      for (const part of row.children) {
        if (!isTag(part) || (part.name !== 'td' && part.name !== 'th')) continue;
        while ((above[next]?.column ?? Infinity) <= column) repeat();
        const { style = '', colspan, rowspan } = part.attributes;
        if (/display\s*:\s*none/i.test(style)) continue;
        const parts = read(part.children, styleOf(style).includes('strong'));
        const width = spanOf(colspan);
        entries.push({
          column,
          width,
          below: spanOf(rowspan) - 1,
          cell: { parts, blocks: blocksOf(parts), isHead: part.name === 'th' },
          isRepeated: false,
        });
        column += width;
        cells += 1;
      }
      while (repeat());
      repeated += above.length;
      rows.push({ isHead, entries });
      above = repeated > 4 * cells + 100 ? [] : entries.filter(({ below }) => below > 0).map(shortened);
    }
  };
  /** Rows outside any row group. */
  let loose: PastedNode[] = [];
  const endLoose = () => {
    addGroup(loose, false);
    loose = [];
  };
  for (const group of table.children) {
    if (!isTag(group) || !/^t(?:head|body|foot)$/.test(group.name)) {
      loose.push(group);
      continue;
    }
    endLoose();
    addGroup(group.children, group.name === 'thead');
  }
  endLoose();
  return rows.filter(({ entries }) => entries.some((entry) => !isEmpty(entry) && !entry.isRepeated));
}

/** A row-spanning cell as the later rows repeat it. */
function shortened(entry: Entry): Entry {
  if (entry.isRepeated || isEmpty(entry)) return entry;
  const words = wordsOf(entry.cell);
  const isShort = isLine(entry.cell) && words.length <= maxRepeated;
  return { ...entry, cell: { ...entry.cell, blocks: [p(isShort ? words : 'as above')] } };
}

/** A cell with the index of its column among the used columns. */
type Placed = { at: number; cell: Cell };

const placed = (columns: ReadonlyMap<number, number>, { entries }: Row): Placed[] =>
  entries.flatMap((entry) => {
    const at = columns.get(entry.column);
    return at === undefined || isEmpty(entry) ? [] : [{ at, cell: entry.cell }];
  });

/** The text of the cell in the first column. */
function firstWords(columns: ReadonlyMap<number, number>, row: Row) {
  const [first] = placed(columns, row);
  return first?.at === 0 ? wordsOf(first.cell) : '';
}

/** A cell after a label, as the content of an item. */
function after(words: string, cell: Cell): readonly PastedNode[] {
  if (isLine(cell)) return [p(...(words ? [`${words} `] : []), ...lineOf(cell))];
  return words ? [p(words), ...cell.blocks] : cell.blocks;
}

/** A number or a range of numbers, such as weeks. */
const isNumber = (words: string) => /^[<>≤≥~]? ?\d[\d.,+%]*(?: ?(?:[-–—−/]|to) ?\d[\d.,+%]*)?$/.test(words);

/** `Week 12: Scan`, for a row with two columns. */
function pairOf(cells: readonly Placed[], name: string): readonly PastedNode[] {
  const [label, value] = [0, 1].map((column) => cells.find(({ at }) => at === column)?.cell);
  if (!label) return value?.blocks ?? [];
  const words = wordsOf(label);
  const before = name !== '' && isNumber(words) ? `${name} ` : '';
  const colon = /[:?]$/.test(words) ? '' : ':';
  if (!isLine(label)) return [...label.blocks, ...(value?.blocks ?? [])];
  const line = [before, ...lineOf(label)].filter((part) => part !== '');
  if (!value) return [p(...line, `${colon} –`)];
  return isLine(value) ? [p(...line, `${colon} `, ...lineOf(value))] : [p(...line, colon), ...value.blocks];
}

/** `Dose: 500 mg; Times: 4` with column names, `Paracetamol: 500 mg, 4` without. */
function listedOf(
  cells: readonly Placed[],
  names: readonly string[] | undefined,
  columns: number,
): readonly PastedNode[] {
  const none: Cell = { parts: [], blocks: [p('–')], isHead: false };
  let next = 0;
  const filled = cells.flatMap(({ at, cell }) => {
    // Without column names, only the position of a value identifies it.
    const missing = names || columns > maxGaps ? 0 : at - next;
    next = at + 1;
    const name = names?.[at] ?? '';
    const gaps = Array.from({ length: missing }, () => ({ cell: none, words: '' }));
    return [...gaps, { cell, words: name && `${name}:` }];
  });
  const [first, ...rest] = filled;
  if (!first) return [];
  if (filled.some(({ cell }) => !isLine(cell))) {
    const items = rest.map(({ words, cell }) => tag('li', after(words, cell)));
    return [...after(first.words, first.cell), ...(items.length > 0 ? [tag('ul', items)] : [])];
  }
  const hasCommas = rest.some(({ cell }) => /[,;]/.test(textOf(lineOf(cell))));
  const between = (at: number) => {
    if (names) return at === 0 ? '' : '; ';
    return at === 0 ? '' : at === 1 ? ': ' : hasCommas ? '; ' : ', ';
  };
  const line: PastedNode[] = [];
  filled.forEach(({ words, cell }, at) => {
    const before = between(at) + (words && `${words} `);
    if (before !== '') line.push(before);
    line.push(...lineOf(cell));
  });
  return [p(...line)];
}

/** The number of header rows, and whether the table marks them as such. */
function headOf(rows: readonly Row[], columns: ReadonlyMap<number, number>) {
  const isHead = ({ isHead: isMarked, entries }: Row) =>
    entries.length > 1 && (isMarked || entries.every((entry) => isEmpty(entry) || entry.cell.isHead));
  const marked = rows.findIndex((row, at) => at === maxHead || !isHead(row));
  if (marked > 0) return { count: marked, isMarked: true };
  const [first, second, ...more] = rows;
  if (marked < 0 || !first || !second) return { count: 0, isMarked: false };
  const areBold = ({ entries }: Row) => entries.every((entry) => isEmpty(entry) || isBold(entry));
  if (first.entries.length > 1 && areBold(first) && !areBold(second)) return { count: 1, isMarked: true };
  // Weeks or days below a word are named by it. With more columns a wrong guess would mix up values.
  if (columns.size !== 2) return { count: 0, isMarked: false };
  const named = placed(columns, first).map(({ cell }) => wordsOf(cell));
  const isNamed = named.length === 2 && named.every((words) => words !== '' && !/\d/.test(words));
  const areNumbers = [second, ...more].every((row) => isNumber(firstWords(columns, row)));
  return { count: isNamed && areNumbers ? 1 : 0, isMarked: false };
}

/** The column names: the text of the header rows, for all columns that each cell spans. */
function namesOf(head: readonly Row[], columns: readonly number[]) {
  const names: string[][] = columns.map(() => []);
  for (const { entries } of head) {
    let at = 0;
    for (const entry of entries) {
      const words = wordsOf(entry.cell).replace(/:$/, '');
      while (at < columns.length && (columns[at] ?? 0) < entry.column) at += 1;
      for (; at < columns.length && (columns[at] ?? 0) < entry.column + entry.width; at += 1) {
        if (words !== '' && names[at]?.at(-1) !== words) names[at]?.push(words);
      }
    }
  }
  return names.map((words) => words.join(' '));
}

/**
 * A table as a list with an item for each row, with the values kept apart: `Week 12: Scan`, `Medicine: Paracetamol;
 * Dose: 500 mg`. Columns with values keep their names. A layout table becomes its content.
 */
export function readTable(
  table: Tag,
  changes: { tables: number },
  read: Read,
  styleOf: (style: string) => readonly string[],
): readonly PastedNode[] {
  const rows = rowsOf(table, read, styleOf);
  const title = blocksOf(captionOf(table, read));
  const own = rows.flatMap(({ entries }) => entries.filter((one) => !one.isRepeated && !isEmpty(one)));
  const asContent = () => [...title, ...own.map(({ cell }) => tag('div', cell.parts))];
  if (/^(?:presentation|none)$/.test(table.attributes.role ?? '')) return asContent();
  const filled = (some: readonly Row[]) =>
    new Set(some.flatMap(({ entries }) => entries.filter((one) => !isEmpty(one)).map(({ column }) => column)));
  const sorted = [...filled(rows)].sort((one, other) => one - other);
  if (sorted.length < 2) {
    if (rows.length < 2 || !own.every(({ cell }) => isLine(cell))) return asContent();
    changes.tables += 1;
    return [
      ...title,
      tag(
        'ul',
        own.map(({ cell }) => tag('li', cell.blocks)),
      ),
    ];
  }
  changes.tables += 1;
  /** A row with a single cell: a heading of the rows below. */
  const spans = ({ entries }: Row) => {
    const [one, ...others] = entries.filter((entry) => !isEmpty(entry));
    return others.length === 0 && one && one.column <= (sorted[0] ?? 0) && one.column + one.width > (sorted.at(-1) ?? 0)
      ? one.cell
      : undefined;
  };
  const firstRow = rows.findIndex((row) => !spans(row));
  const placeOf = (some: readonly number[]) => new Map(some.map((column, at) => [column, at]));
  const inner = rows.slice(firstRow);
  const { count, isMarked } = headOf(inner, placeOf(sorted));
  const body = inner.slice(count);
  const used = filled(body);
  // A column with a name but without values is left out.
  const columns = sorted.filter((column) => used.has(column));
  const places = placeOf(columns);
  const names = count > 0 ? namesOf(inner.slice(0, count), columns) : undefined;
  const made: PastedNode[] = [...title];
  const heading = (cell: Cell) =>
    made.push(...(isLine(cell) ? [p(...wrap('strong', lineOf(cell).flatMap(plain)))] : cell.blocks));
  for (const row of rows.slice(0, firstRow)) heading(spans(row) ?? { parts: [], blocks: [], isHead: false });
  const isPair = columns.length === 2;
  if (names && isPair) {
    const [name = '', other = ''] = names;
    const isSaid = isMarked && body.every((row) => isNumber(firstWords(places, row)));
    made.push(strong([isSaid ? '' : name, other].filter(Boolean).join(': ') || name));
  }
  let items: PastedNode[] = [];
  const end = () => {
    if (items.length > 0) made.push(tag('ul', items));
    items = [];
  };
  for (const row of body) {
    const cell = spans(row);
    if (cell) {
      end();
      heading(cell);
      continue;
    }
    const cells = placed(places, row);
    const content = isPair ? pairOf(cells, names?.[0] ?? '') : listedOf(cells, names, columns.length);
    if (content.length > 0) items.push(tag('li', content));
  }
  end();
  return made;
}

const plain = (part: PastedNode): readonly PastedNode[] =>
  isTag(part) && part.name === 'strong' ? part.children : [part];
