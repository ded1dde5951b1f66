import { type CaseDraft, emptyDraft } from '#web/features/moderation/case-draft.ts';
import { readStored, store } from '#web/lib/local-storage.ts';

/** The maximum number of kept drafts: those that were typed last. */
const most = 20;

export type Drafts = Readonly<Record<string, CaseDraft>>;

/** Only typed words are kept: a verdict is chosen again with one key. */
const isTyped = ({ statement, replaced, reason, answer, message, replacedMessage }: CaseDraft) =>
  [statement, replaced, reason, answer, message, replacedMessage].some((text) => text.trim() !== '');

/** The drafts in a stored text, by the ids of their cases. A text that the desk did not write has none. */
export function parseDrafts(stored: string | null | undefined): Drafts {
  try {
    const read: unknown = JSON.parse(stored ?? '{}');
    return Object.fromEntries(
      Object.entries(read as Record<string, Partial<CaseDraft>>).map(([id, draft]) => [
        id,
        { ...emptyDraft, ...draft },
      ]),
    );
  } catch {
    return {};
  }
}

/** The drafts with another one for this case, which comes last, or without one. */
export function withDraft(drafts: Drafts, id: string, draft: CaseDraft | undefined): Drafts {
  const others = Object.entries(drafts).filter(([one]) => one !== id);
  const all = draft && isTyped(draft) ? [...others, [id, draft] as const] : others;
  return Object.fromEntries(all.slice(-most));
}

const nameOf = (account: string) => `awa-case-drafts-${account}`;

/** The drafts of an account that this device keeps, also after the page was closed. */
export const readKeptDrafts = (account: string) => parseDrafts(readStored(nameOf(account)));

/** Keeps the draft of a case, or forgets it. Other tabs may have written other drafts meanwhile. */
export function keepCaseDraft(account: string, id: string, draft: CaseDraft | undefined) {
  const drafts = withDraft(readKeptDrafts(account), id, draft);
  store(nameOf(account), Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts));
}
