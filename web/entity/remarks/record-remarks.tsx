import { Box, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { RemarkItem } from '#web/entity/remarks/remark-item.tsx';
import { useRemarks } from '#web/entity/remarks/use-remarks.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

type RecordRemarksProps = {
  kind: ReviewedKind;
  record: { id: string } & Readonly<Record<string, unknown>>;
  fields: FieldLabels;
};

/** The open remarks on the saved words of a record, folded, so that a form does not jump. Nothing without one. */
export function RecordRemarks({ kind, record, fields }: RecordRemarksProps) {
  const { remarks = [], people, failure } = useRemarks(kind, record.id, record);
  const [isOpened, setOpened] = useState(false);
  const open = remarks.filter(({ resolved }) => !resolved);
  if (failure.failed) return <FailedPanel {...failure} />;
  if (open.length === 0) return null;
  return (
    <Box component="section" aria-label="Remarks" flex="1 1 100%" miw={0} c="var(--awa-text)">
      <Group gap="xs">
        <Button size="xs" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)} data-tabular>
          Remarks ({formatInteger(open.length)})
        </Button>
        <Button size="xs" component={Link} to="/admin/desk/review" search={{ kind, text: record.id } as never}>
          Open in Review
        </Button>
      </Group>
      {isOpened && (
        <Stack component="ul" gap="xs" mt="xs">
          {open.map((remark) => (
            <RemarkItem
              key={remark.id}
              kind={kind}
              remark={remark}
              label={fields[remark.field]?.label ?? remark.field}
              people={people}
            />
          ))}
        </Stack>
      )}
    </Box>
  );
}
