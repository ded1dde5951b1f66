import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Draft } from '#web/drafts/drafts.ts';
import type { Entity, Stored, Values } from '#web/entity/define-entity.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was open here was closed, so that nothing opens by itself. */
    closed?: boolean;
    /** What is open here opened by itself, so that it covers no list. */
    byItself?: boolean;
  }
}

type Shown = { id?: string | undefined; form?: 'new' | 'edit' | undefined; history?: string | undefined };

type Options = {
  /** The form that was open is finished, so nobody is asked whether to leave it. */
  left?: boolean;
  replace?: boolean;
  /** What the entry of the browser's history has beside the address. */
  state?: HistoryState;
};

/** Reads from the address which thing, form and history of a kind are open, and opens and closes them there. */
export function useEntityAddress<Thing extends Stored>({ kind }: Pick<Entity<Thing>, 'kind'>) {
  const search = useSearch({ strict: false }) as Values;
  const navigate = useNavigate();
  const [restoring, setRestoring] = useState<Draft>();
  const shown = { id: search[kind], form: search.form, history: search.history } as Shown;

  /** Opens what is given. Whatever else of the kind was open closes. */
  const show = useCallback(
    ({ id, form, history }: Shown, { left = false, replace = false, state = {} }: Options = {}) =>
      void navigate({
        to: '.',
        search: (before: Values) => ({ ...before, [kind]: id, form, history }),
        state,
        ignoreBlocker: left,
        replace,
        resetScroll: false,
      } as never),
    [navigate, kind],
  );
  /** Opens the form of a thing, with unsaved text to go on with, where there is some. */
  const edit = useCallback(
    (thing: Thing, draft?: Draft) => {
      setRestoring(draft);
      show({ id: thing.id, form: 'edit' });
    },
    [show],
  );
  return {
    ...shown,
    show,
    edit,
    openHistory: (thing: Thing) => show({ ...shown, history: thing.id }),
    add: () => show({ form: 'new' }),
    close: () => show({}, { state: { closed: true } }),
    /** Closes what was deleted: the way back does not lead to it. */
    closeDeleted: () => show({}, { left: true, replace: true, state: { closed: true } }),
    /** The unsaved text that the open form goes on with. */
    restoring: restoring?.entityId === shown.id ? restoring : undefined,
  };
}
