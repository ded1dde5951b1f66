import { ActionIcon, Button, Text } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EditedArea, publishRules, ruleRoutesOf } from '#contract/editions.ts';
import { usePermission } from '#web/api/permissions.ts';
import { failureOf, query } from '#web/api/query.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { formatInteger } from '#web/lib/numbers.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const RuleDialog = lazyComponent(async () => (await import('#web/entity/editions/rule-dialog.tsx')).RuleDialog);

/**
 * How saved texts of an area come into the app, and how many wait to be published. Administrators change it here;
 * others see it where texts wait.
 */
export function RuleButton({ area }: { area: EditedArea }) {
  const routes = ruleRoutesOf[area];
  const may = usePermission();
  const asked = useQuery(query(routes.read, {}));
  const [opened, setOpened] = useState(false);
  const phone = usePhone();
  const { failed, ...retry } = failureOf(asked);
  if (failed) return <FailedPanel failed={failed} {...retry} />;
  if (!asked.data) return null;
  const { rule, waiting } = asked.data;
  const words = `Publishing: ${publishRules[rule].toLowerCase()}${waiting > 0 ? `, ${formatInteger(waiting)} waiting` : ''}`;
  if (!may(routes.update)) {
    // On a phone the line has room for one note only.
    return (
      rule === 'reviewed' &&
      !phone && (
        <Text span size="sm" c="dimmed">
          {words}
        </Text>
      )
    );
  }
  const open = { 'aria-haspopup': 'dialog' as const, onClick: () => setOpened(true) };
  return (
    <>
      {phone ? (
        <ActionIcon variant="subtle" size="lg" flex="none" aria-label={words} {...open}>
          <IconSettings size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button variant="subtle" size="xs" flex="none" {...open}>
          {words}
        </Button>
      )}
      <RuleDialog opened={opened} area={area} state={asked.data} onClose={() => setOpened(false)} />
    </>
  );
}
