import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { DraftKeeper, type Kept } from '#web/drafts/draft-keeper.ts';
import { dropDraft, readDrafts, watchDrafts, type Draft } from '#web/drafts/drafts.ts';
import { changed } from '#web/lib/field-diff.ts';

/** Whose text, about what. `entityId` is null for something new. */
export type DraftOf = Pick<Draft, 'account' | 'kind' | 'entityId'>;

/** What a draft holds of a form. */
export type Written = Pick<Draft, 'version' | 'base' | 'values' | 'edits' | 'attempt'>;

/**
 * The drafts of this account that nobody is writing on now, newest first. `fits` says which of them belong here;
 * `stored` is the thing as it is now: a draft that says the same was saved, and goes.
 */
export function useDraftOffers(
  account: string,
  kind: string,
  fits: (draft: Draft) => boolean,
  stored?: Record<string, unknown>,
): Draft[] {
  const select = () => {
    const { ready, drafts, here, elsewhere } = readDrafts();
    const free = ({ id }: Draft) => !here.has(id) && !elsewhere.has(id);
    return ready ? drafts.filter((one) => one.account === account && one.kind === kind && free(one) && fits(one)) : [];
  };
  // Each row of a list asks, and each key that is typed anywhere is kept: only what is offered here renders anew.
  useSyncExternalStore(watchDrafts, () =>
    select()
      .map(({ id, at }) => `${id} ${at}`)
      .join(),
  );
  const offered = select();
  const saved = offered.filter(
    ({ base, values, edits }) =>
      stored && Object.keys(edits).length === 0 && Object.keys(changed(stored, changed(base, values))).length === 0,
  );
  const savedIds = saved.map(({ id }) => id).join();
  useEffect(() => {
    for (const id of savedIds.split(',').filter(Boolean)) void dropDraft(id);
  }, [savedIds]);
  return offered.filter((draft) => !saved.includes(draft));
}

/** Keeps what is written in a form on this device. `written` is null while there is nothing to keep. */
export function useDraft({ account, kind, entityId }: DraftOf, written: Written | null) {
  const [kept, setKept] = useState<Kept | null>(null);
  const [keeper, setKeeper] = useState(() => new DraftKeeper(setKept));
  const elsewhere = useSyncExternalStore(watchDrafts, () => {
    const state = readDrafts();
    const same = (one: Draft) => one.account === account && one.kind === kind && one.entityId === entityId;
    return state.drafts.some((one) => same(one) && state.elsewhere.has(one.id));
  });

  useEffect(() => {
    if (written) keeper.keep({ account, kind, entityId, ...written });
    else void keeper.drop().then(() => setKept(null));
  }, [keeper, account, kind, entityId, written]);

  useEffect(() => {
    const flush = () => void keeper.flush();
    const release = () => void keeper.release();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', release);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', release);
      release();
    };
  }, [keeper]);

  /** Goes on with a draft. What was written here before stays as one of its own. */
  const take = useCallback(
    (draft: Draft) => {
      const next = keeper.begun ? new DraftKeeper(setKept) : keeper;
      setKeeper(next);
      void next.take(draft);
    },
    [keeper],
  );

  return useMemo(
    () => ({
      entityId,
      /** When it was kept last; null when there is nothing to keep. */
      kept: written && kept,
      /** The same is being written in another tab. */
      elsewhere,
      /** Forgets what was kept: it is saved. */
      drop: () => void keeper.drop(),
      take,
      /** Keeps with it that it is about to be sent. Settles when that is kept, or cannot be. */
      keepAttempt: (attempt: Draft['attempt']) => keeper.add({ attempt }),
    }),
    [entityId, written, kept, elsewhere, keeper, take],
  );
}
