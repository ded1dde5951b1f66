import { Button, Group, Text } from '@mantine/core';
import { type Icon, IconCloudOff, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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
  /** The noun of the record: `announcement`. */
  noun: string;
  /** Opens the form for a new record, which offers the text. */
  onTakeOver?: () => void;
};

/**
 * Why a form is not saved: the save waits for the connection, it failed, or a colleague deleted the record, so that the
 * text can become a new one.
 */
export function FormFailure({ form, noun, onTakeOver }: FormFailureProps) {
  const { failed, gone = false, cancelQueued, draft } = form;
  if (cancelQueued) {
    return (
      <Notice icon={IconCloudOff} action={{ label: 'Don’t send', onClick: cancelQueued }}>
        No connection. This will be sent when the connection is back.{' '}
        {draft?.kept === 'off'
          ? 'Keep this page open until then.'
          : 'It is kept on this device: you can leave this form.'}
      </Notice>
    );
  }
  if (!gone) return failed ? <InlineFailure failed={failed} /> : null;
  return (
    <Notice icon={IconTrash} action={onTakeOver && { label: `Take it to a new ${noun}`, onClick: onTakeOver }}>
      Someone deleted it while you were editing. Nothing was saved. Your text is kept and can become a new {noun}; the
      old one is in the <Link to="/admin/desk/bin">bin</Link>.
    </Notice>
  );
}

type NoticeProps = {
  icon: Icon;
  action: { label: string; onClick: () => void } | undefined;
  children: ReactNode;
};

/** A notice with a button, about a save that did not fail. */
const Notice = ({ icon: NoticeIcon, action, children }: NoticeProps) => (
  <Group role="alert" gap="xs" p={10} pl={14} bdrs="md" bg="var(--awa-warning-tint)">
    <NoticeIcon
      size={18}
      stroke={1.6}
      color="var(--awa-warning)"
      style={{ alignSelf: 'flex-start', marginTop: 1 }}
      aria-hidden="true"
    />
    <Text flex="1 1 14rem" inherit>
      {children}
    </Text>
    {action && <Button onClick={action.onClick}>{action.label}</Button>}
  </Group>
);
