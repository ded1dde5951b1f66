import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';

/**
 * Copies a text, and then shows on the button whether that worked. `of` names the text for screen readers: `the key`.
 */
export function CopyButton({ text, of }: { text: string; of?: string }) {
  const { copied, copy, error } = useClipboard();
  const [CopyIcon, label] = error
    ? [IconAlertTriangle, 'Not copied']
    : copied
      ? [IconCheck, 'Copied']
      : [IconCopy, 'Copy'];
  return (
    <Button
      flex="none"
      leftSection={<CopyIcon size={18} stroke={1.6} aria-hidden="true" />}
      aria-label={of && `${label} ${of}`}
      onClick={() => copy(text)}
    >
      {label}
    </Button>
  );
}
