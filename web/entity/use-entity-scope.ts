import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';
import { useLastKnown } from '#web/entity/last-change.tsx';
import { useEntityList } from '#web/entity/use-entity-list.ts';

/**
 * By what the things of a kind are listed on its page: by what holds them, or by a choice such as a phase; undefined where
 * all are in one list. The address says which one (`?doctor=<id>`). A thing that the address names may be another one's, or come
 * without one, as in a link from the log: then its history says whose it is, and the address is put right.
 */
export function useEntityScope<Thing extends Stored, Form extends Values>(entity: Entity<Thing, Form>) {
  const { kind, scope: field = '', contract } = entity;
  const parent = entity.parent?.field === field ? entity.parent : undefined;
  const declared = contract[field] as { label: string; options?: Record<string, string> } | undefined;
  const isScoped = parent !== undefined || declared?.options !== undefined;
  const name = parent?.entity.kind ?? field;
  const search = useSearch({ strict: false }) as Values;
  const navigate = useNavigate();
  const parents = useEntityList(parent?.entity ?? (entity as unknown as Entity), {}, parent !== undefined);
  const asked = search[name] as string | undefined;
  const listed = useEntityList(entity, { [field]: asked }, isScoped && asked !== undefined);

  const thing = (search[kind] ?? search.history) as string | undefined;
  const isElsewhere = asked === undefined || (listed.data !== undefined && !listed.data.some(({ id }) => id === thing));
  const { fields, isLoading } = useLastKnown(kind, isScoped && isElsewhere ? thing : undefined);
  const own = fields ? String(fields[field]) : undefined;
  useEffect(() => {
    if (own === undefined || own === asked) return;
    const next = (before: Values) => ({ ...before, [name]: own });
    void navigate({ to: '.', search: next, replace: true, ignoreBlocker: true, resetScroll: false } as never);
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
    /** What a thing that is listed here has in the field. */
    given: id === undefined ? {} : { [field]: id },
    /** Undefined while they are loading. */
    choices,
    /** Why nothing can be listed here or added: there is none, or not the one in the address. */
    missing: whyMissing(id, choices),
    /** The call that brings the choices. */
    list: parents,
    /** Lists the things of another one, and shows the one that was just saved for it. */
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
