import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { defaultTextsApi } from '#contract/default-texts.ts';
import { kinds } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { useEntityCache } from '#web/entity/define/use-entity-list.ts';
import { ruleEntity, templateEntity } from '#web/features/moderation/kinds.ts';
import { useUndoToast } from '#web/history/use-undo-toast.ts';
import { counted } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

/** Fills an empty list with the texts that come with the desk. */
export function AddDefaultTexts({ kind }: { kind: 'rule' | 'template' }) {
  const tell = useUndoToast();
  const { refresh: refreshRules } = useEntityCache(ruleEntity);
  const { refresh: refreshTemplates } = useEntityCache(templateEntity);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => change(defaultTextsApi.defaultTexts.add, { kind }),
    onSuccess: ({ output, operationId }) => tell(`Added ${counted(output.count, kinds[kind].one)}`, operationId),
    onSettled: kind === 'rule' ? refreshRules : refreshTemplates,
  });
  return (
    <Stack gap="sm" align="center">
      {error && <InlineFailure failed={explain(error)} />}
      <BusyButton busy={isPending} busyLabel="Adding" onClick={() => mutate()}>
        Add the {kinds[kind].many} that come with the desk
      </BusyButton>
    </Stack>
  );
}
