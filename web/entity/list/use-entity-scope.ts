import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Entity, Stored, Values } from '#web/entity/define/entity.ts';
import { useLastKnown } from '#web/entity/define/last-change.tsx';
import { useEntityList } from '#web/entity/define/use-entity-list.ts';
import { linkHere, useSearchHere } from '#web/lib/search-here.ts';

/**
 * The scope of a kind's list on its page: a parent, or a choice such as a phase; undefined when all records are in one
 * list. The address names it (`?doctor=<id>`). The address may also name a record of another scope, or one without a
 * scope, as a link from the log does; then the record's history provides the scope, and the address is corrected.
 */
export function useEntityScope<R extends Stored, Form extends Values>(entity: Entity<R, Form>) {
  const { kind, scope: field = '', contract } = entity;
  const parent = entity.parent?.field === field ? entity.parent : undefined;
  const declared = contract[field];
  const isScoped = parent !== undefined || declared?.options !== undefined;
  const name = parent?.entity.kind ?? field;
  const { [name]: asked, [kind]: open, history } = useSearchHere([name, kind, 'history']);
  const navigate = useNavigate();
  const parents = useEntityList(parent?.entity ?? (entity as unknown as Entity), {}, parent !== undefined);
  const listed = useEntityList(entity, { [field]: asked }, isScoped && asked !== undefined);

  const record = open ?? history;
  const isElsewhere =
    asked === undefined || (listed.data !== undefined && !listed.data.some(({ id }) => id === record));
  const { fields, isLoading } = useLastKnown(kind, isScoped && isElsewhere ? record : undefined);
  const own = fields ? String(fields[field]) : undefined;
  useEffect(() => {
    if (own === undefined || own === asked) return;
    void navigate({ ...linkHere({ [name]: own }), replace: true, ignoreBlocker: true });
  }, [navigate, name, own, asked]);

  if (!isScoped) return undefined;
  const choices = parent
    ? parents.data?.map((one) => ({ value: one.id, label: parent.entity.title(one) }))
    : Object.entries(declared?.options ?? {}).map(([value, label]) => ({ value, label }));
  const id = own ?? asked ?? (isLoading ? undefined : choices?.[0]?.value);
  return {
    field,
    /** `doctor` */
    noun: parent?.entity.noun ?? declared?.label.toLowerCase() ?? '',
    /** `a doctor` */
    one: parent?.entity.one ?? '',
    /** Undefined until it is known. */
    id,
    /** The scope field's value for every record listed here. */
    given: id === undefined ? {} : { [field]: id },
    /** Undefined while they are loading. */
    choices,
    /** Why no records can be listed or added: there is no parent, or not the one in the address. */
    missing: whyMissing(id, choices),
    /** The query that loads the choices. */
    list: parents,
    /** Lists the records of another parent or choice, and opens the record just saved there. */
    choose: (next: string, saved?: string) =>
      void navigate({
        to: '.',
        search: { [name]: next, [kind]: saved } as never,
        ignoreBlocker: saved !== undefined,
        resetScroll: false,
      }),
  };
}

export type EntityScope = NonNullable<ReturnType<typeof useEntityScope>>;

function whyMissing(id: string | undefined, choices: readonly { value: string }[] | undefined) {
  if (!choices) return undefined;
  if (choices.length === 0) return 'none';
  return id === undefined || choices.some(({ value }) => value === id) ? undefined : 'gone';
}
