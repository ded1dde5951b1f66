import { areaRoles } from '#contract/areas.ts';
import { Id } from '#contract/common.ts';
import { keptKinds, kinds } from '#contract/kinds.ts';
import { type Role, writers } from '#contract/roles.ts';
import {
  type FoundGroup,
  type FoundRecord,
  type SearchedKind,
  maxFound,
  searchedKinds,
  type searchApi,
} from '#contract/search.ts';
import type { Feature } from '#server/feature.ts';
import type { History } from '#server/history/history.ts';
import type { Context } from '#server/http/context.ts';
import type { Snapshot } from '#server/log/tables.ts';
import type { EntityKind } from '#server/records/kind.ts';
import { byIdStatement, searchStatement } from '#server/search/statement.ts';
import { userList } from '#server/users/list.ts';
import { pagesRead } from '#server/users/pages-read.ts';

type Account = { name: string; email: string };
type Row = { kind: SearchedKind; id: string; label: Snapshot[] | Account | null };

/** The name of the choice by which the records of a kind are ordered, such as the mode of a category. */
function choiceOf({ order }: EntityKind, row: Snapshot) {
  const name = order?.scope === undefined ? undefined : order.names?.[String(row[order.scope])];
  return name === undefined ? [] : [name];
}

/** The kinds from the topmost parent to the kind itself. */
const lineOf = (history: History, entity: EntityKind): EntityKind[] =>
  entity.parent ? [...lineOf(history, history.kindOf(entity.parent.kind)), entity] : [entity];

/** A record in words; none when it was deleted meanwhile. */
function recordOf(history: History, { kind, id, label }: Row): FoundRecord[] {
  if (kind === 'post' || kind === 'case') return [{ id, label: '', places: [] }];
  const own = keptKinds.find((one) => one === kind);
  if (own && Array.isArray(label)) {
    const line = lineOf(history, history.kindOf(own));
    const labels = label.flatMap((row, index) => line[index]?.label(row) ?? []);
    const choices = label.slice(0, 1).flatMap((row) => (line[0] ? choiceOf(line[0], row) : []));
    return [{ id, label: labels.at(-1) ?? '', places: [...choices, ...labels.slice(0, -1)] }];
  }
  return label && 'email' in label ? [{ id, label: label.name, places: [label.email] }] : [];
}

/** The first of the found records, and whether there are more. */
const groupOf = (kind: SearchedKind, records: readonly FoundRecord[]): FoundGroup[] =>
  records.length === 0 ? [] : [{ kind, records: records.slice(0, maxFound), hasMore: records.length > maxFound }];

/** The roles that may read the records of a kind. Cases are read by the roles that decide them. */
const rolesOf = (kind: SearchedKind): readonly Role[] => (kind === 'case' ? writers : areaRoles[kinds[kind].area].look);

/** Finds records of all areas by the words of their labels. */
export const searchFeature: Feature<typeof searchApi> = {
  handlers({ history, pipeline }) {
    const readUsers = userList(history.db, pipeline());
    const notePage = pagesRead(history.db);

    async function people(search: string, context: Context) {
      const page = await readUsers({
        search,
        status: 'all',
        sort: '-createdAt',
        timeZone: 'UTC',
        page: 1,
        limit: maxFound + 1,
      });
      await notePage(context, page);
      return page.users.map(({ id, name, username, email }) => ({
        id,
        label: name || username,
        places: [username && name ? `@${username}` : email].filter(Boolean),
      }));
    }

    async function records(term: string, kinds: readonly SearchedKind[]) {
      const { rows } = await history.db.execute<Row>(searchStatement(history, term, kinds));
      if (!Id.safeParse(term).success) return rows;
      const others = await history.db.execute<Row>(byIdStatement(term, kinds));
      return [...rows, ...others.rows];
    }

    return {
      search: {
        async find({ q, kinds: only = searchedKinds }, context) {
          const term = q.trim();
          const name = term.replace(/^@\s*/u, '');
          const isId = Id.safeParse(term).success;
          const may = only.filter((kind) => rolesOf(kind).includes(context.staff.role));
          const findsPeople = may.includes('user') && name !== '' && (isId || name !== term);
          const users = findsPeople ? await people(name, context) : [];
          const rows = term === name && term !== '' ? await records(term, may) : [];
          const groups = may.flatMap((kind) =>
            groupOf(
              kind,
              kind === 'user' ? users : rows.flatMap((row) => (row.kind === kind ? recordOf(history, row) : [])),
            ),
          );
          return { groups };
        },
      },
    };
  },
};
