import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sourceKey } from '#contract/source-key.ts';
import { type SourceMark, type SourceState, maxSourceNote, sourceStates, sourcesApi } from '#contract/sources.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';
import { TextList } from '#web/entity/approvals/text-list.tsx';
import { shortDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const routes = sourcesApi.sources;

type SourceDialogProps = { opened: boolean; citation: string; onClose: () => void };

/** Every text that cites a source, and whether the source is superseded or withdrawn. */
export function SourceDialog({ opened, citation, onClose }: SourceDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Texts that cite this source" size="36rem">
      {opened && <Source citation={citation} onClose={onClose} />}
    </Modal>
  );
}

function Source({ citation, onClose }: Omit<SourceDialogProps, 'opened'>) {
  const key = sourceKey(citation);
  const may = usePermission();
  const asked = useQuery({ ...query(routes.uses, { key }), staleTime: 0 });
  if (asked.error) return <FailedPanel {...failureOf(asked)} />;
  if (!asked.data) return <SkeletonRows shape="text" rows={4} label="Loading the texts" />;
  const { texts, mark } = asked.data;
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {citation}
      </Text>
      {mark && <Text textWrap="pretty">{inWords(mark)}</Text>}
      <TextList
        title={texts.length === 0 ? 'No saved text cites it yet' : counted(texts.length, 'text')}
        texts={texts}
      />
      {may(routes.mark) ? (
        <MarkForm key={mark?.markedAt} source={key} mark={mark} onClose={onClose} />
      ) : (
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      )}
    </Stack>
  );
}

const inWords = ({ state, note, markedBy, markedAt }: SourceMark) =>
  `${sourceStates[state]}${markedBy ? ` by ${markedBy.name}` : ''}, ${shortDate(markedAt)}${note && `: ${note}`}`;

const inOrder = 'in-order';
const options = [
  { value: inOrder, label: 'In order' },
  ...Object.entries(sourceStates).map(([value, label]) => ({ value, label })),
];

type MarkFormProps = { source: string; mark: SourceMark | null; onClose: () => void };

/** Marks a source. The checks of each text that cites it say so, and a review is asked of it. */
function MarkForm({ source, mark, onClose }: MarkFormProps) {
  const client = useQueryClient();
  const [state, setState] = useState<string>(mark?.state ?? inOrder);
  const [note, setNote] = useState(mark?.note ?? '');
  const save = useMutation({
    mutationFn: () =>
      change(routes.mark, {
        key: source,
        state: state === inOrder ? null : (state as SourceState),
        note: state === inOrder ? '' : note.trim(),
      }),
    onSuccess: () => {
      showToast(state === inOrder ? 'The source is in order' : `Marked the source as ${state}`);
      onClose();
    },
    onSettled: () =>
      Promise.all([routes.uses, routes.list].map((route) => client.invalidateQueries({ queryKey: keyOf(route) }))),
  });
  return (
    <form
      noValidate
      aria-label="State of the source"
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog opens within the form of a text.
        event.stopPropagation();
        save.mutate();
      }}
    >
      <Stack gap="md">
        {save.error && <InlineFailure failed={explain(save.error)} />}
        <Select
          label="The source is"
          data={options}
          value={state}
          allowDeselect={false}
          onChange={(next) => setState(next ?? inOrder)}
        />
        {state !== inOrder && (
          <TextInput
            label="Note"
            description="Why, or which source takes its place"
            maxLength={maxSourceNote}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {state !== inOrder && state !== mark?.state && (
          <Text size="sm" c="dimmed" textWrap="pretty">
            Clinicians are asked to review each text that cites this source.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button disabled={save.isPending} onClick={onClose}>
            Close
          </Button>
          <BusyButton type="submit" variant="filled" busy={save.isPending} busyLabel="Saving">
            Save the state
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
