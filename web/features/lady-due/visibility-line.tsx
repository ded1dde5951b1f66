import { Button, Group, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { VisibilityFields } from '#contract/lady-due-visibility.ts';
import { visibilityOf } from '#web/features/lady-due/visibility.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';

type VisibilityLineProps = {
  card: VisibilityFields;
  /** The text for a card with unsaved changes. */
  unsaved: boolean;
  onChange: (changes: Partial<VisibilityFields>) => void;
};

/** Whether the app shows a card, and if not, each reason with a button that removes it. */
export function VisibilityLine({ card, unsaved, onChange }: VisibilityLineProps) {
  const now = useNow(serverNow);
  const { shown, subtitle, afterSaving, remedies } = visibilityOf(card, now);
  const VisibilityIcon = shown ? IconEye : IconEyeOff;
  return (
    <div>
      <Group role="status" gap={8} wrap="nowrap" align="flex-start">
        <VisibilityIcon
          size={18}
          stroke={1.6}
          color={shown ? 'var(--awa-good)' : 'var(--awa-secondary)'}
          style={{ flex: 'none' }}
          aria-hidden="true"
        />
        <Text span size="xs">
          {unsaved ? afterSaving : subtitle}
        </Text>
      </Group>
      {remedies.length > 0 && (
        <Group gap="xs" mt="xs">
          {remedies.map(({ label, changes }) => (
            <Button key={label} size="xs" onClick={() => onChange(changes)}>
              {label}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
