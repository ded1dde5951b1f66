import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ReviewedKind, approvalLists } from '#contract/approval-lists.ts';
import { approvalsOf } from '#contract/approvals.ts';
import { type Area, reviewedAreas } from '#contract/areas.ts';
import { kinds } from '#contract/kinds.ts';
import { RecallFields, type RecallText, recallApi, recallReasons, sentenceLimits } from '#contract/recall.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { query } from '#web/api/query.ts';
import { TextList } from '#web/entity/approvals/text-list.tsx';
import { useServerForm } from '#web/form/use-server-form.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { giveFocus } from '#web/lib/focus.ts';
import { dayAndTime } from '#web/lib/moments.ts';
import { counted } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { Segmented } from '#web/ui/segmented.tsx';

const routes = recallApi.recall;

type Origin = { kind: ReviewedKind; id: string };
type Found = { sentence: string; texts: readonly RecallText[] };

type RecallDialogProps = Origin & {
  /** The record in a sentence: `“Nausea”`. */
  title: string;
  onClose: () => void;
};

/** Recalls a sentence: takes it out of the app in each text that has it, and asks for the review of these texts. */
export function RecallDialog({ title, onClose, ...origin }: RecallDialogProps) {
  const client = useQueryClient();
  const [found, setFound] = useState<Found>();
  const [busy, setBusy] = useState(false);
  const find = async (sentence: string) => {
    const { texts } = await client.fetchQuery({ ...query(routes.find, { ...origin, sentence }), staleTime: 0 });
    setFound({ sentence, texts });
  };
  return (
    <Modal opened onClose={() => !busy && onClose()} size="36rem" title={`Recall a sentence of ${title}`}>
      {found ? (
        <RecallForm origin={origin} found={found} onAgain={find} onBusy={setBusy} onClose={onClose} />
      ) : (
        <FindForm onFind={find} onClose={onClose} />
      )}
    </Modal>
  );
}

/** The words that are selected on the page, if they can be a sentence. */
function selectedWords() {
  const words = String(window.getSelection() ?? '').trim();
  return words.length >= sentenceLimits.min && words.length <= sentenceLimits.max && !words.includes('\n') ? words : '';
}

/** The dialog of a card opens within the form of the card. */
const within = (onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => unknown) => ({
  onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void onSubmit(event);
  },
});

type FindFormProps = { onFind: (sentence: string) => Promise<void>; onClose: () => void };

/** Asks for the sentence, and finds the texts with it. */
function FindForm({ onFind, onClose }: FindFormProps) {
  const [initial] = useState(() => ({ sentence: selectedWords() }));
  const { formProps, field, busy, failed } = useServerForm({
    initial,
    labels: { sentence: { label: 'Sentence' } },
    schema: RecallFields.pick({ sentence: true }),
    send: ({ sentence }) => onFind(sentence),
    explain,
  });
  return (
    <form {...formProps} {...within(formProps.onSubmit)} aria-label="Find the texts with a sentence">
      <Stack gap="lg">
        {failed && <InlineFailure failed={failed} />}
        <Text textWrap="pretty">
          A wrong sentence may stand in other texts too. Find them first; then take them out of the app, or replace the
          sentence in all of them at once.
        </Text>
        <Textarea
          data-autofocus
          description="As it stands in the text. Formatting and capitals do not count"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={sentenceLimits.max}
          {...field('sentence')}
        />
        <Group justify="flex-end" gap="xs">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Finding the texts">
            Find the texts
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

const ways = { withdraw: 'Take out', replace: 'Replace', remove: 'Remove' } as const;
type Way = keyof typeof ways;
const wayOptions = (Object.keys(ways) as Way[]).map((value) => ({ value, label: ways[value] }));

const wayMeaning: Record<Way, string> = {
  withdraw: 'The app no longer shows these texts. They can be activated again once they are corrected.',
  replace: 'The new words stand in the app at once, in each of these texts. Other changes of them stay unpublished.',
  remove: 'The app shows these texts without the sentence, at once. Other changes of them stay unpublished.',
};

/** The effect of required approvals on new words, for accounts that can exempt texts and for others. */
const requiredMeaning = {
  exempting:
    'Approvals are required here: the new words are exempt, with your reason, until a clinician has approved them.',
  editing: 'Approvals are required here, so an administrator does this. You can take the texts out now.',
};

/** The areas in which new words need an approval. */
function useRequiringAreas(): ReadonlySet<Area> {
  const cycle = useQuery(query(approvalLists.cycle, {}));
  const ladyDue = useQuery(query(approvalLists['lady-due'], {}));
  const gates = { cycle: cycle.data?.gate, 'lady-due': ladyDue.data?.gate };
  return new Set(reviewedAreas.filter((area) => gates[area] === 'required'));
}

const doneWords: Record<Way, (texts: string) => string> = {
  withdraw: (texts) => `Took ${texts} with the sentence out of the app`,
  replace: (texts) => `Replaced the sentence in ${texts}`,
  remove: (texts) => `Removed the sentence from ${texts}`,
};

const hasSentence = ({ reasons }: RecallText) => reasons.includes('sentence');

/** The note of a text: what it shares with the text of the sentence, and whether the app shows it. */
const noteOf = ({ reasons, isShown, comesAt }: RecallText) => {
  const shared = reasons.includes('sentence') ? [] : reasons.map((reason) => recallReasons[reason].toLowerCase());
  const later = comesAt === null ? [] : [`scheduled for ${dayAndTime(comesAt, serverNow())}`];
  return [...shared, isShown ? 'in the app' : 'not in the app', ...later].join(', ');
};

const listed = (texts: readonly RecallText[]) =>
  texts.map((text) => ({ kind: text.kind, id: text.id, title: text.label, note: noteOf(text) }));

type RecallFormProps = {
  origin: Origin;
  found: Found;
  /** Finds the texts again. */
  onAgain: (sentence: string) => Promise<void>;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
};

/** Shows the texts of a recall, and asks how the sentence leaves the app. */
function RecallForm({ origin, found: { sentence, texts }, onAgain, onBusy, onClose }: RecallFormProps) {
  const client = useQueryClient();
  const tell = useUndoToast();
  const [way, setWay] = useState<Way>('withdraw');
  const recalled = texts.filter(hasSentence);
  const quote = useRef<HTMLQuoteElement>(null);
  // The button that had the focus is gone.
  useEffect(() => giveFocus(quote.current), []);
  const others = texts.filter((text) => !hasSentence(text));
  const may = usePermission();
  const requiring = useRequiringAreas();
  const isRequired = recalled.some(
    (text) => (text.isShown || text.comesAt !== null) && requiring.has(kinds[text.kind].area),
  );
  const needsApproval = isRequired && way !== 'withdraw';
  const { formProps, form, field, busy, failed } = useServerForm({
    initial: { replacement: '', reason: '', related: true },
    labels: { replacement: { label: 'New words' }, reason: { label: 'Reason' }, related: { label: 'Other texts' } },
    schema: RecallFields.omit({ sentence: true }).refine(({ replacement }) => way !== 'replace' || replacement !== '', {
      path: ['replacement'],
      error: 'New words are required',
    }),
    send: async ({ replacement, reason, related }) => {
      onBusy(true);
      const seen = recalled.map(({ id, version }) => ({ id, version }));
      const asked = {
        ...origin,
        sentence,
        reason,
        seen,
        related: related && others.length > 0,
        replacement: way === 'withdraw' ? null : way === 'remove' ? '' : replacement,
      };
      try {
        const { output, operationId } = await change(routes.act, asked);
        const done = doneWords[way](counted(output.changed, 'text'));
        // Undo would bring words back that need an approval.
        const undoable = isRequired ? null : operationId;
        tell(output.changed > 0 ? done : `Asked for a review of ${counted(output.asked, 'text')}`, undoable);
        onClose();
        // Each list, and each text in it, may have changed.
        void client.invalidateQueries();
      } catch (error) {
        if (error instanceof CallError && error.status === 409) await onAgain(sentence).catch(() => undefined);
        throw error;
      } finally {
        onBusy(false);
      }
    },
    explain,
  });
  const failure = useRef<HTMLDivElement>(null);
  // The button that was pressed stands below a long list of texts.
  useEffect(() => {
    if (failed) giveFocus(failure.current);
  }, [failed]);
  const relatedLabel = `Ask for a review of ${others.length === 1 ? 'this other text' : 'these other texts'}, too`;
  return (
    <form {...formProps} {...within(formProps.onSubmit)} aria-label="Recall the sentence">
      <Stack gap="lg">
        <Text component="blockquote" ref={quote} tabIndex={-1} m={0} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          “{sentence}”
        </Text>
        <TextList title={`${counted(recalled.length, 'text')} with this sentence`} texts={listed(recalled)} />
        <Stack gap="xs" align="flex-start">
          <Segmented label="How the sentence leaves the app" value={way} options={wayOptions} onChange={setWay} />
          <Text textWrap="pretty">{wayMeaning[way]}</Text>
          {needsApproval && (
            <Text c="var(--awa-warning)" textWrap="pretty">
              {requiredMeaning[may(approvalsOf['lady-due'].exempt) ? 'exempting' : 'editing']}
            </Text>
          )}
        </Stack>
        {way === 'replace' && (
          <Textarea autosize minRows={2} maxRows={6} maxLength={sentenceLimits.max} {...field('replacement')} />
        )}
        <Textarea
          description="Stands in the request for a review of each text, with your name"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={sentenceLimits.max}
          {...field('reason')}
        />
        {others.length > 0 && (
          <>
            <TextList
              title={`${counted(others.length, 'other text')} with the same source or picture`}
              texts={listed(others)}
            />
            <Group component="label" gap="xs" wrap="nowrap">
              <Checkbox
                label={relatedLabel}
                checked={form.values.related}
                onChange={(checked) => form.setFieldValue('related', checked)}
              />
              {relatedLabel}
            </Group>
          </>
        )}
        {failed && (
          <div ref={failure} tabIndex={-1} style={{ outline: 'none' }}>
            <InlineFailure failed={failed} />
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" variant="filled" busy={busy} busyLabel="Recalling">
            Recall
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
