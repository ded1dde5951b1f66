import { ActionIcon, Box, Button, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconFileText, IconHistory, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { historyRoutes, type Operation } from '#contract/history.ts';
import { capital, keptKinds, kinds } from '#contract/kinds.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { byWhom } from '#web/history/describe-operation.ts';
import { sentenceOf, whatFields, whatWasDone, whoActed } from '#web/history/operation-sentence.ts';
import { useRecordAddress } from '#web/history/record-address.ts';
import classes from '#web/history/log.module.css';
import { useLogChange } from '#web/history/use-log-change.ts';
import { redid, undid } from '#web/history/use-undo-toast.ts';
import { clockTime, dayName } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';

const OperationRecords = lazyComponent(
  async () => (await import('#web/history/operation-records.tsx')).OperationRecords,
);

const kept: ReadonlySet<string> = new Set(keptKinds);

/** The id of an operation's row in the page, for the link from the operation that it undid. */
const rowId = (id: string) => `operation-${id}`;

type RowProps = {
  operation: Operation;
  /** The operation that undid this one, if the list contains it. */
  undoneBy: Operation | undefined;
};

/** One operation as a sentence, with its Undo. */
export function OperationRow({ operation, undoneBy }: RowProps) {
  const { id, at, actor, label } = operation;
  const fields = whatFields(operation);
  const what = whatWasDone(operation);
  const who = whoActed(operation);
  const [opened, setOpened] = useState(false);
  // The sentence names one of them, or none.
  const hasRecords = operation.count > 1 && kept.has(operation.kind);
  const records =
    operation.entityId === null ? `${operation.count} ${kinds[operation.kind].many}` : `${operation.count} records`;
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  const undo = useLogChange({
    send: () => change(historyRoutes.undo, { id }),
    done: operation.undoes ? redid : undid,
    told: { undone: operation.undoes ? undid : redid },
    doing: capital(what),
  });
  return (
    <li id={rowId(id)} tabIndex={-1} className={classes.row}>
      <Avatar id={actor?.id ?? ''} name={actor?.name ?? null} />
      <Box flex={1} miw={{ base: 'calc(100% - 3.75rem)', sm: 0 }} style={{ overflowWrap: 'anywhere' }}>
        <Text>
          <Text span fw={500}>
            {who}
          </Text>{' '}
          {sentenceOf(operation)}
        </Text>
        <Text size="xs" c="dimmed">
          <time dateTime={at} data-tabular>
            {clockTime(at)}
          </time>
          {fields && ` · ${fields}`}
          {operation.undoneBy && ' · '}
          {operation.undoneBy &&
            (undoneBy ? (
              <a href={`#${rowId(undoneBy.id)}`} className={classes.undone}>
                Undone by {byWhom(undoneBy.actor)}, {whenUndone(at, undoneBy.at)}
              </a>
            ) : (
              'Undone'
            ))}
        </Text>
      </Box>
      {hasRecords && (
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={opened}
          aria-label={`${opened ? 'Hide' : 'Show'} the ${records}: ${who} ${what}`}
          rightSection={<Chevron size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {capital(records)}
        </Button>
      )}
      <RecordLink operation={operation} />
      {operation.undoable && (
        <RowAction
          label="Undo"
          name={`Undo: ${who} ${what}${label && ` “${excerpt(label)}”`}`}
          busy={undo.isPending}
          busyLabel="Undoing"
          onClick={() => undo.mutate()}
        />
      )}
      {opened && <OperationRecords id={id} />}
      {undo.error && (
        <Box w="100%" pl={48} pr={{ base: 'sm', sm: 0 }} mt="xs" mb={4}>
          <InlineFailure failed={explain(undo.error)} />
        </Box>
      )}
    </li>
  );
}

/** A link to the history of the record, to the user, or to the case. No link when no page accepts the kind. */
function RecordLink({ operation: { kind, entityId, label, at } }: { operation: Operation }) {
  const address = useRecordAddress()(kind, entityId ?? '');
  if (entityId === null || !address) return null;
  const [name, LinkIcon] =
    kind === 'user'
      ? [`Show the user, ${clockTime(at)}`, IconUser]
      : kind === 'case'
        ? [`Show the case, ${clockTime(at)}`, IconFileText]
        : [`History of “${excerpt(label)}”`, IconHistory];
  return (
    <ActionIcon component={Link} {...address} aria-label={name} title={name}>
      <LinkIcon size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}

/** `9:41`, with the day if it differs. */
function whenUndone(done: string, undone: string) {
  const day = dayName(undone);
  if (dayName(done) === day) return clockTime(undone);
  return `${day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day}, ${clockTime(undone)}`;
}
