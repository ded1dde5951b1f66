import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { subjectNoun } from '#contract/case-subjects.ts';
import type { ContentKind } from '#contract/kinds.ts';
import { placeOf } from '#web/lib/place-of.ts';

type ContentLinkProps = { kind: ContentKind; id: string; isDeleted: boolean };

/** A link to the record of a case, or to the bin that has it. */
export const ContentLink = ({ kind, id, isDeleted }: ContentLinkProps) => {
  const { to, search } = isDeleted
    ? ({ to: '/admin/desk/bin', search: { deleted: id, deletedKind: kind } } as const)
    : placeOf(kind, id);
  const OwnIcon = isDeleted ? IconTrash : IconPencil;
  return (
    <Button
      component={Link}
      to={to}
      search={search as never}
      size="xs"
      mt="sm"
      leftSection={<OwnIcon size={18} stroke={1.6} aria-hidden="true" />}
    >
      {isDeleted ? 'Show it in the bin' : `Open the ${subjectNoun(kind)}`}
    </Button>
  );
};
