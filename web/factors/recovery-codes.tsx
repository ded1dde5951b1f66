import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { factorRoutes } from '#contract/factors.ts';
import { call } from '#web/api/call.ts';
import { failureOf, query } from '#web/api/query.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

/** Creates recovery codes and shows them, once only. */
export function RecoveryCodes({ onDone, done }: { onDone: () => void; done: string }) {
  const client = useQueryClient();
  const made = useQuery({
    queryKey: [factorRoutes.makeRecoveryCodes.path],
    queryFn: async () => {
      const output = await call(factorRoutes.makeRecoveryCodes, {});
      // Making new codes must ask before these stop working, even if the list is reloaded late.
      const { queryKey } = query(factorRoutes.list, {});
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (list) => list && { ...list, recoveryCodes: output.codes.length });
      return output;
    },
    // Each opening makes new codes.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (made.error) return <FailedPanel {...failureOf(made)} />;
  if (!made.data) return <SkeletonRows shape="text" rows={6} label="Making recovery codes" />;
  const { codes } = made.data;
  const text = `${codes.join('\n')}\n`;
  return (
    <Stack gap="lg">
      <Text>
        Each of these codes signs you in once when you cannot use your passkey or your app. They are shown only now:
        keep them where only you can find them, apart from your password.
      </Text>
      <Stack component="ul" gap={4} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </Stack>
      <Group gap="xs" grow>
        <CopyButton text={text} />
        <Button
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => saveFile('awa-desk-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </Group>
      <Button variant="filled" size="md" data-autofocus onClick={onDone}>
        {done}
      </Button>
    </Stack>
  );
}
