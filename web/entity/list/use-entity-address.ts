import { type HistoryState, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Draft } from '#web/drafts/drafts.ts';
import type { Entity, Stored } from '#web/entity/define/entity.ts';
import { linkHere, useSearchHere } from '#web/lib/search-here.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The record open here was closed, so none opens automatically. */
    closed?: boolean;
    /** The record open here opened automatically, so it must not cover a list. */
    byItself?: boolean;
  }
}

type Shown = { id?: string | undefined; form?: 'new' | 'edit' | undefined; history?: string | undefined };

type Options = {
  /** The open form is finished, so leaving needs no question. */
  left?: boolean;
  replace?: boolean;
  /** State of the browser history entry, besides the address. */
  state?: HistoryState;
};

/** Reads the open record, form and history of a kind from the address, and opens and closes them there. */
export function useEntityAddress<R extends Stored>({ kind }: Pick<Entity<R>, 'kind'>) {
  const { [kind]: id, form, history } = useSearchHere([kind, 'form', 'history']);
  const navigate = useNavigate();
  const [restoring, setRestoring] = useState<Draft>();
  const shown: Shown = { id, form: form === 'new' || form === 'edit' ? form : undefined, history };

  /** Opens the given parts; all others of the kind close. */
  const show = useCallback(
    ({ id, form, history }: Shown, { left = false, replace = false, state = {} }: Options = {}) =>
      void navigate({
        ...linkHere({ [kind]: id, form, history }),
        state,
        ignoreBlocker: left,
        replace,
      }),
    [navigate, kind],
  );
  /** Opens the form of a record, with its draft if there is one. */
  const edit = useCallback(
    (record: R, draft?: Draft) => {
      setRestoring(draft);
      show({ id: record.id, form: 'edit' });
    },
    [show],
  );
  return {
    ...shown,
    show,
    edit,
    openHistory: (record: R) => show({ ...shown, history: record.id }),
    add: () => show({ form: 'new' }),
    close: () => show({}, { state: { closed: true } }),
    /** Closes a deleted record: Back does not lead to it. */
    closeDeleted: () => show({}, { left: true, replace: true, state: { closed: true } }),
    /** The draft that the open form continues. */
    restoring: restoring?.entityId === shown.id ? restoring : undefined,
  };
}
