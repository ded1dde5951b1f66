import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { authRoutes, type Proof } from '#contract/auth.ts';
import { call } from '#web/api/call.ts';
import { endConfirmation } from '#web/api/confirmation.ts';
import { failureOf } from '#web/api/query.ts';
import { ProofForm } from '#web/factors/proof-form.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TopDialog } from '#web/ui/top-dialog.tsx';

/** A dialog for a call that requires it: the user confirms their identity, and the call is sent again. */
export function ConfirmIdentity({ opened }: { opened: boolean }) {
  const giveUp = () => endConfirmation(false);
  return (
    <TopDialog id="confirm-identity" opened={opened} title="Confirm that it is you" onClose={giveUp}>
      <Text c="dimmed" mb="lg">
        It is a while since you signed in. Once you have confirmed, your work goes on where it stopped.
      </Text>
      {opened && <Question />}
      <Button variant="subtle" fullWidth mt="xs" onClick={giveUp}>
        Cancel
      </Button>
    </TopDialog>
  );
}

function Question() {
  const challenge = useQuery({
    queryKey: [authRoutes.askToConfirm.path],
    queryFn: () => call(authRoutes.askToConfirm, {}),
    // A challenge is valid for one dialog.
    gcTime: 0,
    staleTime: Infinity,
  });
  const { data, error, refetch } = challenge;
  if (error) return <FailedPanel {...failureOf(challenge)} />;
  if (!data) return <SkeletonRows shape="text" rows={2} label="Loading the ways to confirm" />;
  const confirm = async (proof: Proof) => {
    await call(authRoutes.confirm, { challenge: data.challenge, proof });
    endConfirmation(true);
  };
  return (
    <Stack>
      <ProofForm challenge={data} onProof={confirm} onOver={() => void refetch()} />
    </Stack>
  );
}
