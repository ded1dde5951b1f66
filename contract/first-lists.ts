import { type Area, type Parameters, areaNames, areaRoles, firstListOf, never } from '#contract/areas.ts';
import { type Words, kinds } from '#contract/kinds.ts';
import { type Role } from '#contract/roles.ts';

const isId = /^[\da-f-]{36}$/;

/**
 * The first list of pages that do not belong to a kind, by the page's name in the address: the call, with its
 * parameters in the order in which the page sends them. An address with any other parameter gets no early call, because
 * only the page knows its meaning. The start script imports this module, so it must not import packages.
 */
const firstLists: Record<string, { area?: Area; path: string; parameters: Parameters; roles?: readonly Role[] }> = {
  home: { path: '/admin/home', parameters: {} },
  activity: {
    path: '/admin/operations',
    parameters: { area: never, kind: never, person: never, from: never, to: never, limit: '50' },
  },
  bin: { path: '/admin/bin', parameters: { kind: never, search: /^.{1,200}$/, limit: '50' } },
  'awa/posts': {
    area: 'awa',
    path: '/admin/awa/posts',
    parameters: {
      search: /^.{1,200}$/,
      topicId: { pattern: isId, as: 'topic' },
      secretId: { pattern: isId, as: 'secret' },
      communityId: { pattern: isId, as: 'community' },
      marks: /^(any|serious|harm)$/,
      limit: '50',
    },
  },
  // These lists have all records, whatever the topic.
  'awa/secrets': { area: 'awa', path: '/admin/awa/secrets', parameters: {} },
  'awa/communities': { area: 'awa', path: '/admin/awa/communities', parameters: {} },
};

/** The first call of an area's page or of another page without a kind. */
function ownList(page: string): (typeof firstLists)[string] | undefined {
  const area = areaNames.find((one) => one === page);
  const list = area && firstListOf(area);
  return list ? { area, ...list } : firstLists[page];
}

/**
 * The list of the kind with this page, if the role may view it. For a kind with a parent, it is the list of the parent
 * in the address.
 */
function listOfKind(name: string, asked: URLSearchParams, role: Role, table: Record<string, Words>) {
  const kind = Object.values(table).find(({ many, page = many.replaceAll(' ', '-') }) => page === name);
  if (!kind || !mayLook(role, kind.area)) return undefined;
  const { path, parent } = kind;
  if (!path || !parent) return path;
  const id = asked.get(parent);
  // Without a parent in the address, the page loads the parents first.
  if (id === null) return table[parent]?.path;
  return isId.test(id) ? `${path}?${parent}Id=${id}` : undefined;
}

const mayLook = (role: Role, area: Area) => areaRoles[area].look.includes(role);

/**
 * The first call of the page at this address; undefined if the address is unknown or has no such list, or if the role
 * does not include the page or starts on another one.
 */
export function firstList(
  { pathname, search }: { pathname: string; search: string },
  role: Role,
  keptAs: (name: string) => string | null | undefined,
  table: Record<string, Words> = kinds,
): string | undefined {
  const address = /^\/admin(?:\/desk(?:\/([\w-]+(?:\/[\w-]+)?))?)?\/?$/.exec(pathname);
  if (!address) return undefined;
  const [, page = ''] = address;
  // `/admin` asks first whether work waits, and ignores the query.
  const asked = new URLSearchParams(page ? search : '');
  const list = ownList(page || 'home');
  if (!list) return listOfKind(page, asked, role, table);
  if (list.area && !(list.roles ? list.roles.includes(role) : mayLook(role, list.area))) return undefined;
  const query = new URLSearchParams();
  for (const [name, wanted] of Object.entries(list.parameters)) {
    const given = plain(asked.get(name));
    if (typeof wanted === 'string') query.append(name, wanted);
    else if (!(wanted instanceof RegExp)) {
      const { pattern, as = name, kept, usual } = wanted;
      const inAddress = plain(asked.get(as));
      const value = [inAddress, kept ? keptAs(kept) : null].find((one) => one && pattern.test(one)) ?? usual;
      if (value !== undefined) query.append(name, value);
      else if (inAddress !== null) return undefined;
    } else if (given !== null) {
      if (!wanted.test(given)) return undefined;
      query.append(name, given);
    }
  }
  return [list.path, ...(query.size > 0 ? [query] : [])].join('?');
}

/** The router writes a text that could be read as another value in quotes, as JSON. */
function plain(value: string | null) {
  try {
    return value?.startsWith('"') ? String(JSON.parse(value)) : value;
  } catch {
    return value;
  }
}
