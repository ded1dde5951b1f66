/** Matches nothing: an address with this parameter is not requested early. */
const never = /(?!)/;

/**
 * The parameters of the call. `limit=50` is always sent. A parameter with a pattern has the value of the address, which
 * must match. `doctorId: ['doctor', pattern]` has that of another parameter, without which only the page knows whose
 * list it shows.
 */
type Words = Record<string, string | RegExp | [name: string, pattern: RegExp]>;

type FirstLists = Record<string, { path: string; words?: Words }>;

/**
 * The list that each page of the desk shows first, by the page's name in its address: the call, with its parameters in
 * the order in which the page sends them. An address with any other parameter is not requested early, because only the
 * page knows what it means. `web/start.ts` imports this, so it imports nothing itself.
 */
const firstLists: FirstLists = {
  users: {
    path: '/admin/users',
    words: {
      page: /^[1-9]\d{0,8}$/,
      limit: '10',
      search: /^.{1,200}$/,
      status: /^(verified|unverified)$/,
      sort: /^(createdAt|-?name)$/,
    },
  },
  doctors: { path: '/api/doctors' },
  announcements: { path: '/admin/announcements' },
  activity: { path: '/admin/operations', words: { area: never, kind: never, limit: '50' } },
  bin: { path: '/admin/bin', words: { kind: never, limit: '50' } },
};

/** The first call of the page at this address; undefined when that is not for a list, or not known. */
export function firstList(
  { pathname, search }: { pathname: string; search: string },
  lists = firstLists,
): string | undefined {
  const address = /^\/admin(?:\/desk(?:\/([\w-]+))?)?\/?$/.exec(pathname);
  if (!address) return undefined;
  // `/admin` leads to the users and ignores the query.
  const [, name = ''] = address;
  const list = lists[name || 'users'];
  if (!list) return undefined;
  const asked = new URLSearchParams(name ? search : '');
  const query = new URLSearchParams();
  for (const [word, wanted] of Object.entries(list.words ?? {})) {
    if (typeof wanted === 'string') {
      query.append(word, wanted);
      continue;
    }
    const [from, pattern] = Array.isArray(wanted) ? wanted : [word, wanted];
    const value = plain(asked.get(from));
    if (value === null && from === word) continue;
    if (value === null || !pattern.test(value)) return undefined;
    query.append(word, value);
  }
  return query.size > 0 ? `${list.path}?${query}` : list.path;
}

/** The router writes values as JSON, except for texts that cannot be mistaken for JSON. */
function plain(value: string | null) {
  try {
    return value && String(JSON.parse(value));
  } catch {
    return value;
  }
}
