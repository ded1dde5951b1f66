import { Flex } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { Revision } from '#contract/history.ts';
import { shownAdmin } from '#web/api/session.ts';
import type { Entity, Stored } from '#web/entity/define/entity.ts';
import { useRevisionsOf } from '#web/entity/define/last-change.tsx';
import { isOnlyMoved, whatChanged, whoDid } from '#web/history/describe-operation.ts';
import { clockTime } from '#web/lib/dates.ts';

const list = new Intl.ListFormat('en');

type ChangedMeanwhileProps = {
  entity: Pick<Entity, 'kind' | 'noun' | 'fields'>;
  record: Pick<Stored, 'id' | 'version'>;
  /** The version that was current when the record was opened. */
  since: number;
  /** The list no longer contains the record. */
  gone?: boolean;
  /** The consequence for the reader. */
  hint?: string | false;
};

/** A quiet note that a colleague changed or deleted a record since it was opened: who, which fields and when. */
export function ChangedMeanwhile({ entity, record, since, gone = false, hint }: ChangedMeanwhileProps) {
  const { kind } = entity;
  const { id, version } = record;
  const changed = version > since || gone;
  const { data } = useRevisionsOf(kind, id, gone ? 'gone' : version, changed);
  const ofOthers = data?.revisions.filter(
    (one) => one.version > since && !isOnlyMoved(one) && (one.actor === null || one.actor.id !== shownAdmin()),
  );
  const known = changed && ofOthers && ofOthers.length > 0 ? sentence(ofOthers, entity) : undefined;
  return (
    known && (
      <Flex component="p" role="status" gap={6} fz="xs" lh="xs" c="var(--awa-warning)">
        <IconUsers size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
        <span>
          {known}
          {hint && !gone && ` ${hint}`}
        </span>
      </Flex>
    )
  );
}

/** `Bola Ige changed message at 9:41.` */
function sentence(revisions: readonly Revision[], { kind, noun, fields }: ChangedMeanwhileProps['entity']) {
  const [newest] = revisions;
  if (!newest) return undefined;
  const when = `at ${clockTime(newest.at)}`;
  if (newest.data === null) return `${whoDid(newest.actor)} deleted this ${noun} ${when}.`;
  const who = list.format(new Set(revisions.map(({ actor }) => whoDid(actor))));
  if (revisions.length > 1) return `${who} changed this ${noun} ${revisions.length} times, the last time ${when}.`;
  const what = whatChanged(newest, kind, fields);
  return `${who} ${what.charAt(0).toLowerCase()}${what.slice(1)} ${when}.`;
}
