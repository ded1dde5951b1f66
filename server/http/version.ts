import { Failure } from '#server/http/failure.ts';

type Versioned = { id: string; version: number };

/** What was sent, without what was left out and without what the stored entity says already. */
export function changedFields<Entity extends object, Fields extends Partial<Entity>>(stored: Entity, sent: Fields) {
  const kept = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && value !== stored[name as keyof Entity],
  );
  return Object.fromEntries(kept) as Partial<Fields>;
}

/**
 * Throws 412 when the caller worked on another version than the stored one: with the entity as it is now and the
 * fields that clash. Without `If-Match` the last one wins.
 */
export function expectVersion(stored: Versioned, ifMatch: number | undefined, fields: string[] = []) {
  if (ifMatch === undefined || ifMatch === stored.version) return;
  throw new Failure(412, 'version_conflict', 'Someone changed this while you were working on it. Nothing was saved.', {
    current: stored,
    conflicts: fields,
  });
}
