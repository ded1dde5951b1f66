import { type Words, kinds } from '#contract/kinds.ts';

/** Matches nothing: an address with this parameter is not requested early. */
const never = /(?!)/;

/**
 * The parameters of the call. A text is always sent, a pattern is for the value of the address, which must match.
 */
type Parameters = Record<string, string | RegExp>;

/**
 * The list that a page shows first, where it is not that of a kind, by the page's name in its address: the call, with its
 * parameters in the order in which the page sends them. An address with any other parameter is not requested early,
 * because only the page knows what it means. `web/start.ts` imports this, so it imports no packages.
 */
const firstLists: Record<string, { path: string; parameters: Parameters }> = {
  users: {
    path: '/admin/users',
    parameters: {
      page: /^[1-9]\d{0,8}$/,
      limit: '10',
      search: /^.{1,200}$/,
      status: /^(verified|unverified)$/,
      sort: /^(createdAt|-?name)$/,
    },
  },
  activity: { path: '/admin/operations', parameters: { area: never, kind: never, limit: '50' } },
  bin: { path: '/admin/bin', parameters: { kind: never, limit: '50' } },
};

/** The list of the kind with this page. Of a kind that another one holds it is that of the parent in the address. */
function listOfKind(name: string, asked: URLSearchParams, table: Record<string, Words>) {
  const { path, parent } = Object.values(table).find(({ many }) => many.replaceAll(' ', '-') === name) ?? {};
  if (!path || !parent) return path;
  const id = asked.get(parent);
  // Without a parent in the address the page asks for the parents first.
  if (id === null) return table[parent]?.path;
  return /^[\da-f-]{36}$/.test(id) ? `${path}?${parent}Id=${id}` : undefined;
}

/** The first call of the page at this address; undefined when that is not for a list, or not known. */
export function firstList(
  { pathname, search }: { pathname: string; search: string },
  table: Record<string, Words> = kinds,
): string | undefined {
  const address = /^\/admin(?:\/desk(?:\/([\w-]+))?)?\/?$/.exec(pathname);
  if (!address) return undefined;
  // `/admin` leads to the users and ignores the query.
  const [, page = ''] = address;
  const asked = new URLSearchParams(page ? search : '');
  const list = firstLists[page || 'users'];
  if (!list) return listOfKind(page, asked, table);
  const query = new URLSearchParams();
  for (const [name, wanted] of Object.entries(list.parameters)) {
    const value = typeof wanted === 'string' ? wanted : plain(asked.get(name));
    if (value === null) continue;
    if (typeof wanted !== 'string' && !wanted.test(value)) return undefined;
    query.append(name, value);
  }
  return `${list.path}?${query}`;
}

/** The router writes values as JSON, except for texts that cannot be mistaken for JSON. */
function plain(value: string | null) {
  try {
    return value && String(JSON.parse(value));
  } catch {
    return value;
  }
}
