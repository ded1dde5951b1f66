import {
  claimDraft,
  dropDraft,
  keepDraft,
  leaveDraft,
  releaseDraft,
  type Draft,
  type QueuedSave,
} from '#web/drafts/drafts.ts';
import { randomId } from '#web/lib/random.ts';

/** Milliseconds between two writes while typing. */
const pause = 300;

/**
 * Milliseconds that IndexedDB, which may stop responding in WebKit, has to store a draft before local storage takes it.
 */
const patience = 2_000;

/** The time the draft was last stored; `off` if this device cannot store it. */
export type Kept = Date | 'off';

/**
 * Stores one draft while it is written: at the first keystroke, then at most every 300 ms, and when the page closes.
 */
export class DraftKeeper {
  readonly id = randomId();
  readonly #onKept: (kept: Kept) => void;
  #draft: Draft | null = null;
  #queued: QueuedSave | null = null;
  /** Whether the draft has changed since it was last stored. */
  #behind = false;
  /** Whether the last write is still pending. */
  #underWay = false;
  /** Whether this keeper has ever stored a draft. */
  begun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(onKept: (kept: Kept) => void) {
    this.#onKept = onKept;
  }

  keep(draft: Omit<Draft, 'id' | 'at'>) {
    this.#draft = { ...draft, id: this.id, queued: this.#queued, at: Date.now() };
    this.#behind = true;
    if (this.#timer === undefined) this.#write();
  }

  /** Adds to the draft and stores it at once. Settles when it is stored or cannot be, or after two seconds. */
  add(more: Partial<Draft>) {
    if (this.#draft) this.#draft = { ...this.#draft, ...more };
    this.#behind = this.#draft !== null;
    return Promise.race([this.flush(), new Promise((goOn) => void setTimeout(goOn, patience))]);
  }

  /** Stores the save that waits for the connection with the draft; null when none is waiting. */
  keepQueued(queued: QueuedSave | null) {
    this.#queued = queued;
    return this.add({ queued });
  }

  #write() {
    this.#timer = undefined;
    if (!this.#behind) return;
    void this.flush();
    this.#timer = setTimeout(() => this.#write(), pause);
  }

  /** Settles when the typed values are stored, or cannot be. */
  flush() {
    const draft = this.#draft;
    if (draft && this.#behind) {
      this.#behind = false;
      this.begun = true;
      this.#underWay = true;
      const end = (kept: Kept) => {
        if (this.#draft === draft) this.#underWay = false;
        this.#onKept(kept);
      };
      this.#written = keepDraft(draft).then(
        () => end(new Date(draft.at)),
        () => end('off'),
      );
      setTimeout(() => this.#leaveLate(), patience);
    }
    return this.#written;
  }

  #leaveLate() {
    if (this.#draft && this.#underWay && leaveDraft(this.#draft)) this.#onKept(new Date(this.#draft.at));
  }

  /** Call this when the page closes. Values that IndexedDB may not store in time are left in local storage. */
  leave() {
    void this.release();
    if (this.#draft && this.#underWay) leaveDraft(this.#draft);
  }

  /** Call this when the form closes. The draft stays, to be offered. */
  async release() {
    await this.flush();
    releaseDraft(this.id);
  }

  /** Deletes the draft, because the form was saved or is unchanged again. */
  async drop() {
    this.#draft = null;
    this.#behind = false;
    if (this.begun) await dropDraft(this.id);
  }

  /** Continues a draft under this keeper's id, because two tabs must never write the same draft. */
  async take(draft: Draft) {
    claimDraft(draft.id);
    this.begun = true;
    try {
      await keepDraft({ ...draft, id: this.id, queued: null }, draft.id);
    } catch {
      // Storage is full, so the older draft stays where it is.
      releaseDraft(draft.id);
    }
  }
}
