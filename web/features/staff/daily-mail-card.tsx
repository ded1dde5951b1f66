import { Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DailyMail, accountRoutes, dailyMailFrom } from '#contract/account.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { ContentCard } from '#web/ui/content-card.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { showToast } from '#web/ui/toast-store.ts';

/** The account's switch of the mail of the day. */
export function DailyMailCard({ isWanted, isPossible }: DailyMail) {
  const client = useQueryClient();
  /** Shown at once, until the stored choice is read again. */
  const [chosen, setChosen] = useState<boolean>();
  const save = useMutation({
    mutationFn: (wanted: boolean) => change(accountRoutes.setDailyMail, { isWanted: wanted }),
    onSuccess: (_, wanted) => showToast(`Switched ${wanted ? 'on' : 'off'} the mail of the day`),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keyOf(accountRoutes.get) });
      setChosen(undefined);
    },
  });
  return (
    <ContentCard title="Mail of the day">
      <Stack gap="md" px={{ base: 'md', sm: 'lg' }} pb="lg">
        {save.error && <InlineFailure failed={explain(save.error)} />}
        <Text c="dimmed" textWrap="pretty">
          At {dailyMailFrom}:00 in Lagos, on days when work waits for you. It says how much, with links, and has no
          names and no words of anybody.
        </Text>
        {!isPossible && (
          <Text c="var(--awa-warning)" textWrap="pretty">
            This desk sends no mail yet. The mail comes once an administrator has set up a mail server.
          </Text>
        )}
        <Switch
          label="Send me the mail of the day"
          checked={chosen ?? isWanted}
          onChange={({ currentTarget: { checked } }) => {
            if (save.isPending) return;
            setChosen(checked);
            save.mutate(checked);
          }}
        />
      </Stack>
    </ContentCard>
  );
}
