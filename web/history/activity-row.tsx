import { ActionIcon, Box, Text } from '@mantine/core';
import { IconFileText, IconHistory, IconUser } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { historyRoutes, type Operation } from '#contract/history.ts';
import { addressOf, capital } from '#contract/kinds.ts';
import { writers } from '#contract/roles.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { usePermission } from '#web/api/permissions.ts';
import { byWhom, howItEnds, whatFields, whatWasDone, whoActed } from '#web/history/describe-operation.ts';
import classes from '#web/history/log.module.css';
import { useLogChange } from '#web/history/use-log-change.ts';
import { redid, undid } from '#web/history/use-undo-toast.ts';
import { clockTime, dayName } from '#web/lib/dates.ts';
import { excerpt } from '#web/lib/excerpt.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { RowAction } from '#web/ui/row-actions.tsx';

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
  const end = howItEnds(operation);
  const who = whoActed(operation);
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
          {what}
          {label && ` “${excerpt(label, 100)}”`}
          {end && ` ${end}`}
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
      {undo.error && (
        <Box w="100%" pl={48} pr={{ base: 'sm', sm: 0 }} mt="xs" mb={4}>
          <InlineFailure failed={explain(undo.error)} />
        </Box>
      )}
    </li>
  );
}

type PageRoute = { fullPath: string; options: { validateSearch?: { shape: object } } };

/**
 * A link to the history of the record, to the user, or to the case for the roles that decide cases: on the page of its kind, or on a page of several kinds, whose
 * address names the record too. No link when no page accepts the kind.
 */
function RecordLink({ operation: { kind, entityId, label, at } }: { operation: Operation }) {
  const { routesByPath } = useRouter();
  const may = usePermission();
  const pages = (Object.values(routesByPath) as unknown as PageRoute[]).filter(
    ({ options: { validateSearch: schema } }) => schema && kind in schema.shape,
  );
  const own = pages.find(({ fullPath }) => fullPath === addressOf(kind));
  const to = (own ?? pages[0])?.fullPath;
  if (entityId === null || to === undefined || (kind === 'case' && !may({ roles: writers }))) return null;
  const [search, name, LinkIcon] =
    kind === 'user'
      ? [{ user: entityId }, `Show the user, ${clockTime(at)}`, IconUser]
      : kind === 'case'
        ? [{ case: entityId }, `Show the case, ${clockTime(at)}`, IconFileText]
        : [{ ...(!own && { [kind]: entityId }), history: entityId }, `History of “${excerpt(label)}”`, IconHistory];
  return (
    <ActionIcon component={Link} to={to} search={search as never} aria-label={name} title={name}>
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
