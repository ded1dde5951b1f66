import { Button, Group, Text } from '@mantine/core';
import { IconCloudOff, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Kept } from '#web/drafts/draft-keeper.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type FormFailureProps = {
  form: {
    failed: ShownFailure | undefined;
    gone?: boolean;
    cancelQueued?: (() => void) | undefined;
    draft?: { kept: Kept | null };
  };
  /** What is written: `announcement`. */
  noun: string;
  /** Leads to the form of a new one, which offers the text. */
  onTakeOver?: () => void;
};

/**
 * Why a form is not saved: it waits for the connection, it failed, or somebody deleted the thing, so that the text can become
 * a new one.
 */
export function FormFailure({ form, noun, onTakeOver }: FormFailureProps) {
  const { failed, gone = false, cancelQueued, draft } = form;
  if (cancelQueued) return <Queued isKept={draft?.kept !== 'off'} onCancel={cancelQueued} />;
  if (!gone) return failed ? <InlineFailure failed={failed} /> : null;
  return (
    <Group role="alert" gap="xs" p={10} pl={14} bdrs="md" bg="var(--awa-warning-tint)">
      <IconTrash
        size={18}
        stroke={1.6}
        color="var(--awa-warning)"
        style={{ alignSelf: 'flex-start', marginTop: 1 }}
        aria-hidden="true"
      />
      <Text flex="1 1 14rem" inherit>
        Somebody deleted it while you were editing. Nothing was saved. Your text is kept and can become a new {noun};
        the old one is in the <Link to="/admin/desk/bin">bin</Link>.
      </Text>
      {onTakeOver && <Button onClick={onTakeOver}>Take it to a new {noun}</Button>}
    </Group>
  );
}

/** The save waits for the connection. */
const Queued = ({ isKept, onCancel }: { isKept: boolean; onCancel: () => void }) => (
  <Group role="alert" gap="xs" p={10} pl={14} bdrs="md" bg="var(--awa-warning-tint)">
    <IconCloudOff
      size={18}
      stroke={1.6}
      color="var(--awa-warning)"
      style={{ alignSelf: 'flex-start', marginTop: 1 }}
      aria-hidden="true"
    />
    <Text flex="1 1 14rem" inherit>
      No connection. This will be sent when the connection is back.{' '}
      {isKept ? 'It is kept on this device: you can leave this form.' : 'Keep this page open until then.'}
    </Text>
    <Button onClick={onCancel}>Don’t send</Button>
  </Group>
);
