import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { DraftKeeper, type Kept } from '#web/drafts/draft-keeper.ts';
import { dropDraft, readDrafts, watchDrafts, type Draft, type QueuedSave } from '#web/drafts/drafts.ts';
import { changed } from '#web/lib/field-diff.ts';

/** The account and the record of a draft. `entityId` is null for a new record. */
export type DraftOf = Pick<Draft, 'account' | 'kind' | 'entityId'>;

/** The part of a draft that a form fills. */
export type DraftContent = Pick<Draft, 'version' | 'base' | 'values' | 'edits' | 'attempt'>;

/**
 * The drafts of this account that are not being written now, newest first. `fits` selects those that belong here.
 * `stored` is the record as currently stored: a draft equal to it was saved, and is deleted.
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
  // Each row of a list uses this hook, and every keystroke changes the drafts. Only a change of the offers here renders
  // again.
  const version = () =>
    select()
      .map(({ id, at }) => `${id} ${at}`)
      .join();
  useSyncExternalStore(watchDrafts, version, version);
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

/** Stores the content of a form on this device. `content` is null while there are no unsaved changes. */
export function useDraft({ account, kind, entityId }: DraftOf, content: DraftContent | null) {
  const [kept, setKept] = useState<Kept | null>(null);
  const [keeper, setKeeper] = useState(() => new DraftKeeper(setKept));
  const isElsewhere = () => {
    const state = readDrafts();
    const same = (one: Draft) => one.account === account && one.kind === kind && one.entityId === entityId;
    return state.drafts.some((one) => same(one) && state.elsewhere.has(one.id));
  };
  const elsewhere = useSyncExternalStore(watchDrafts, isElsewhere, isElsewhere);

  useEffect(() => {
    if (content) keeper.keep({ account, kind, entityId, ...content });
    else void keeper.drop().then(() => setKept(null));
  }, [keeper, account, kind, entityId, content]);

  useEffect(() => {
    const flush = () => void keeper.flush();
    const leave = () => keeper.leave();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', leave);
      void keeper.release();
    };
  }, [keeper]);

  /** Continues a draft. Text typed in this form before stays as a separate draft. */
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
      /** The time the draft was last stored; null without unsaved changes. */
      kept: content && kept,
      /** Whether another tab writes a draft of the same record. */
      elsewhere,
      /** Deletes the draft, because it is saved. */
      drop: () => void keeper.drop(),
      take,
      /** Stores the attempt that is about to be sent with the draft. Settles when it is stored, or cannot be. */
      keepAttempt: (attempt: Draft['attempt']) => keeper.add({ attempt }),
      /**
       * Stores the save that waits for the connection with the draft, so that it is sent even after the form closes.
       */
      keepQueued: (save: QueuedSave | null) => keeper.keepQueued(save),
    }),
    [entityId, content, kept, elsewhere, keeper, take],
  );
}
