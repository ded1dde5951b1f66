import { Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ShownFailure } from '#web/lib/failure.ts';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type FormFailureProps = {
  form: { failed: ShownFailure | undefined; gone?: boolean };
  /** What is written: `announcement`. */
  noun: string;
  /** Leads to the form of a new one, which offers the text. */
  onTakeOver?: () => void;
};

/** Why a form was not saved: it failed, or somebody deleted the thing, so that the text can become a new one. */
export function FormFailure({ form: { failed, gone = false }, noun, onTakeOver }: FormFailureProps) {
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
