import { claimDraft, dropDraft, keepDraft, releaseDraft, type Draft } from '#web/drafts/drafts.ts';
import { randomId } from '#web/lib/random.ts';

/** Milliseconds between two writes while someone types. */
const pause = 300;

/** When it was kept last; `off` when this device keeps nothing. */
export type Kept = Date | 'off';

/** Keeps one draft while it is written: the first key at once, then at most every 300 ms, and when the page goes. */
export class DraftKeeper {
  readonly id = randomId();
  readonly #onKept: (kept: Kept) => void;
  #draft: Draft | null = null;
  /** Whether the draft has changed since it was written down. */
  #behind = false;
  /** Whether something was ever kept by it. */
  begun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(onKept: (kept: Kept) => void) {
    this.#onKept = onKept;
  }

  keep(draft: Omit<Draft, 'id' | 'at'>) {
    this.#draft = { ...draft, id: this.id, at: Date.now() };
    this.#behind = true;
    if (this.#timer === undefined) this.#write();
  }

  /** Adds to what is kept, at once. */
  add(more: Partial<Draft>) {
    if (this.#draft) this.#draft = { ...this.#draft, ...more };
    this.#behind = this.#draft !== null;
    return this.flush();
  }

  #write() {
    this.#timer = undefined;
    if (!this.#behind) return;
    void this.flush();
    this.#timer = setTimeout(() => this.#write(), pause);
  }

  /** Settles when what was typed is kept, or cannot be. */
  flush() {
    const draft = this.#draft;
    if (draft && this.#behind) {
      this.#behind = false;
      this.begun = true;
      this.#written = keepDraft(draft).then(
        () => this.#onKept(new Date(draft.at)),
        () => this.#onKept('off'),
      );
    }
    return this.#written;
  }

  /** The form closes or the page goes: the draft stays, to be offered. */
  async release() {
    await this.flush();
    releaseDraft(this.id);
  }

  /** Saved, or as it was before: nothing is left to keep. */
  async drop() {
    this.#draft = null;
    this.#behind = false;
    if (this.begun) await dropDraft(this.id);
  }

  /** Goes on with a draft, under this one's name: two tabs never write on one. */
  async take(draft: Draft) {
    claimDraft(draft.id);
    this.begun = true;
    try {
      await keepDraft({ ...draft, id: this.id });
      await dropDraft(draft.id);
    } catch {
      // Storage is full: it stays where it is.
      releaseDraft(draft.id);
    }
  }
}
