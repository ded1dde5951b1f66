import { Text } from '@mantine/core';
import { dropDraft, keepDraft, releaseDraft, type Draft } from '#web/drafts/drafts.ts';
import { changed } from '#web/lib/field-diff.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { fieldText, type FieldLabels } from '#web/lib/field-labels.ts';
import { DraftOffer } from '#web/ui/draft-offer.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** Maximum characters of a draft that are shown and announced. */
const maxExcerpt = 80;

function excerptOf({ base, values, edits }: Draft, fields: FieldLabels) {
  const typed = [...Object.entries(changed(base, values)), ...Object.entries(edits)];
  const texts = typed.flatMap(([name, value]) =>
    typeof value === 'string' ? [fieldText(fields[name] ?? { label: name }, value)] : [],
  );
  return excerpt(texts.find((text) => text.trim() !== '') ?? '', maxExcerpt);
}

function discard(draft: Draft) {
  const message = 'Discarded the unsaved draft';
  const undo = async () => {
    try {
      await keepDraft(draft);
    } catch {
      return { message, failed: { message: 'This device has no room to keep the draft.' } };
    }
    releaseDraft(draft.id);
    return { message: 'Restored the unsaved draft' };
  };
  void dropDraft(draft.id);
  showToast(message, { undo });
}

type DraftOffersProps = {
  offers: readonly Draft[];
  fields: FieldLabels;
  what?: (draft: Draft) => string;
  onGoOn: (draft: Draft) => void;
};

/** Offers an account's drafts, in the form or in the row of the record. */
export function DraftOffers({ offers, fields, what, onGoOn }: DraftOffersProps) {
  return offers.map((draft) => (
    <DraftOffer
      key={draft.id}
      what={draft.queued ? 'Saved, and not sent yet,' : (what?.(draft) ?? 'Unsaved draft')}
      at={new Date(draft.at)}
      excerpt={excerptOf(draft, fields)}
      onGoOn={() => onGoOn(draft)}
      onDiscard={() => discard(draft)}
    />
  ));
}

type FormDraftsProps = {
  /** The drafts of a form of `useEntityCreate` or `useEntityEdit`. */
  draft: {
    entityId: string | null;
    offers: readonly Draft[];
    /** The labels and formats of the typed values. */
    fields: FieldLabels;
    elsewhere: boolean;
    goOn: (draft: Draft) => void;
  };
  /** The noun of the record: `announcement`. */
  noun: string;
};

/** Earlier drafts of a form, and a note if another tab edits the same record. */
export function FormDrafts({ draft: { entityId, offers, fields, elsewhere, goOn }, noun }: FormDraftsProps) {
  return (
    <>
      <DraftOffers
        offers={offers}
        fields={fields}
        what={(one) =>
          one.entityId === entityId || one.entityId === null ? 'Unsaved draft' : `Unsaved draft of a deleted ${noun},`
        }
        onGoOn={goOn}
      />
      {/* Always rendered, so that screen readers announce its changes. */}
      <Text role="status" size="xs" c="dimmed" pos={elsewhere ? undefined : 'absolute'}>
        {elsewhere && 'You are also writing this in another tab.'}
      </Text>
    </>
  );
}
