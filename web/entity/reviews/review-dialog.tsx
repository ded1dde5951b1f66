import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { kinds } from '#contract/kinds.ts';
import type { ReviewedKind } from '#contract/review-lists.ts';
import { reviewsOf } from '#contract/reviews.ts';
import { CallError, explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { counted } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

type ReviewDialogProps = {
  opened: boolean;
  kind: ReviewedKind;
  /** The records, in the versions that are shown. */
  records: readonly { id: string; version: number }[];
  /** The only record in a sentence: `“Nausea”`. */
  title?: string | undefined;
  /** Called after the review was saved. */
  onDone?: () => void;
  onClose: () => void;
};

/** Asks an administrator for the name of the clinician who reviewed these texts. */
export function ReviewDialog({ opened, kind, records, title, onDone, onClose }: ReviewDialogProps) {
  const { one, many } = kinds[kind];
  const called = title ?? counted(records.length, one, many);
  const routes = reviewsOf[kinds[kind].area];
  const client = useQueryClient();
  const [reviewedBy, setReviewedBy] = useState('');
  const [wrong, setWrong] = useState(false);
  const confirm = useMutation({
    mutationFn: () =>
      change(routes.confirm, {
        kind,
        records: records.map(({ id, version }) => ({ id, version })),
        reviewedBy: reviewedBy.trim(),
      }),
    onSuccess: () => {
      showToast(`Marked ${called} as reviewed`);
      onDone?.();
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(routes.list) }),
  });
  const { error, isPending } = confirm;
  const close = () => {
    if (isPending) return;
    confirm.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={`Mark ${called} as reviewed`} size="30rem">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog of a card opens within the form of the card.
          event.stopPropagation();
          setWrong(reviewedBy.trim() === '');
          if (reviewedBy.trim() !== '') confirm.mutate();
        }}
      >
        <Stack gap="lg">
          {error && <InlineFailure failed={why(error)} />}
          <Text textWrap="pretty">
            Do this only when a clinician has read the words and the sources as they are saved now. The review counts
            for these words: any change of them ends it. Your name is kept with it.
          </Text>
          <TextInput
            label="Reviewed by"
            description="Name and qualification, such as Dr Ngozi Eze, MBBS"
            data-autofocus
            autoComplete="off"
            maxLength={200}
            value={reviewedBy}
            error={wrong && 'Enter the name of the clinician'}
            onChange={(event) => {
              setReviewedBy(event.currentTarget.value);
              setWrong(false);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <BusyButton type="submit" variant="filled" busy={isPending} busyLabel="Saving">
              Mark as reviewed
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function why(error: Error) {
  const failed = explain(error);
  if (!(error instanceof CallError) || error.status !== 404) return failed;
  return { ...failed, detail: 'A colleague has deleted some of it. Nothing was changed.' };
}
