import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { DraftKeeper, type Kept } from '#web/lib/draft-keeper.ts';
import { dropDraft, readDrafts, watchDrafts, type Draft } from '#web/lib/drafts.ts';
import { changed } from '#web/lib/fields.ts';

/** Whose text, about what. `entityId` is null for something new. */
export type DraftOf = Pick<Draft, 'account' | 'kind' | 'entityId'>;

/** What a draft holds of a form. */
export type Written = Pick<Draft, 'version' | 'base' | 'values' | 'edits' | 'attempt'>;

const useDrafts = () => useSyncExternalStore(watchDrafts, readDrafts);

/**
 * The drafts of this account that nobody is writing on now, newest first. `fits` says which things they may be about;
 * `stored` is the thing as it is now: a draft that says the same was saved, and goes.
 */
export function useDraftOffers(
  account: string,
  kind: string,
  fits: (entityId: string | null) => boolean,
  stored?: Record<string, unknown>,
): Draft[] {
  const { ready, drafts, here, elsewhere } = useDrafts();
  const offered = drafts.filter(
    (draft) =>
      ready &&
      draft.account === account &&
      draft.kind === kind &&
      fits(draft.entityId) &&
      !here.has(draft.id) &&
      !elsewhere.has(draft.id),
  );
  const saved = offered.filter(
    ({ base, values }) => stored && Object.keys(changed(stored, changed(base, values))).length === 0,
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
  const { drafts, elsewhere } = useDrafts();

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
      /** When it was kept last; null when there is nothing to keep. */
      kept: written && kept,
      /** The same is being written in another tab. */
      elsewhere: drafts.some(
        (draft) =>
          draft.account === account && draft.kind === kind && draft.entityId === entityId && elsewhere.has(draft.id),
      ),
      /** Forgets what was kept: it is saved. */
      drop: () => void keeper.drop(),
      take,
      /** Keeps with it that it is about to be sent. Settles when that is kept, or cannot be. */
      keepAttempt: (attempt: Draft['attempt']) => keeper.add({ attempt }),
    }),
    [written, kept, drafts, account, kind, entityId, elsewhere, keeper, take],
  );
}
