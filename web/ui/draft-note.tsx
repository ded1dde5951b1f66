import { Flex } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { clockTime } from '#web/lib/dates.ts';
import type { Kept } from '#web/drafts/draft-keeper.ts';

/**
 * A note beside a form's buttons that the draft is kept on this device, or that it is not. Empty without unsaved
 * values.
 */
export function DraftNote({ kept }: { kept: Kept | null }) {
  if (!kept) return null;
  return (
    <Flex component="p" align="center" gap={6} fz="xs" lh="xs" c="dimmed" data-tabular>
      <IconDeviceFloppy size={18} stroke={1.6} style={{ flex: 'none' }} aria-hidden="true" />
      {kept === 'off'
        ? 'This device can’t keep a draft. Save to keep your text'
        : `Kept on this device, ${clockTime(kept)} · not in the desk yet`}
    </Flex>
  );
}
