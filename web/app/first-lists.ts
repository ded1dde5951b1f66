/**
 * The list that each page of the desk shows first, by the page's name in its address: the call, with its words in the
 * order in which the page sends them. A word without a value has the one of the address, where it stands there. This is
 * for `web/start.ts`, so it imports nothing.
 */
const firstLists: Record<string, string> = {
  users: '/admin/users?page&limit=10&search&status&sort',
  doctors: '/api/doctors',
  announcements: '/admin/announcements',
  activity: '/admin/operations?area&kind&limit=50',
  bin: '/admin/bin?kind&limit=50',
};

/** What the page at this address will ask for first; undefined where that is no list. */
export function firstList({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const address = /^\/admin(?:\/desk(?:\/([\w-]+))?)?\/?$/.exec(pathname);
  if (!address) return undefined;
  // `/admin` leads to the users, without what stands behind it.
  const [, name = ''] = address;
  const [path = '', words] = (firstLists[name || 'users'] ?? '').split('?');
  if (!path) return undefined;
  const asked = new URLSearchParams(name ? search : '');
  const query = new URLSearchParams();
  for (const [word, fixed] of new URLSearchParams(words)) {
    const value = fixed || plain(asked.get(word));
    if (value) query.append(word, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The router writes what is no text, or looks like it, as JSON. */
function plain(value: string | null) {
  try {
    return value && String(JSON.parse(value));
  } catch {
    return value;
  }
}
