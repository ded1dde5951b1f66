import { useRouter } from '@tanstack/react-router';
import { type LoggedKind, addressOf } from '#contract/kinds.ts';
import { writers } from '#contract/roles.ts';
import { usePermission } from '#web/api/permissions.ts';

type PageRoute = { fullPath: string; options: { validateSearch?: { shape: object } } };

/**
 * The address of the history of a record, of a user, or of a case for the roles that decide cases: on the page of its
 * kind, or on a page of several kinds, whose address names the record too. Undefined when no page accepts the kind.
 */
export function useRecordAddress() {
  const { routesByPath } = useRouter();
  const may = usePermission();
  const pages = Object.values(routesByPath) as unknown as PageRoute[];
  return (kind: LoggedKind, id: string) => {
    const accepting = pages.filter(({ options: { validateSearch: schema } }) => schema && kind in schema.shape);
    const own = accepting.find(({ fullPath }) => fullPath === addressOf(kind));
    const to = (own ?? accepting[0])?.fullPath;
    if (to === undefined || (kind === 'case' && !may({ roles: writers }))) return undefined;
    if (kind === 'user' || kind === 'case') return { to, search: { [kind]: id } as never };
    return { to, search: { ...(!own && { [kind]: id }), history: id } as never };
  };
}
