import { Button, Group } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { type Doctor, doctorRoutes } from '#contract/doctors.ts';
import { usePermission } from '#web/api/permissions.ts';
import { verificationWords } from '#web/features/doctors/verification-words.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { CheckedLine } from '#web/ui/checked-line.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const VerifyDialog = lazyComponent(async () => (await import('#web/features/doctors/verify-dialog.tsx')).VerifyDialog);

/** When a doctor was verified, by whom and how, and the button to record it again. */
export function Verification({ doctor }: { doctor: Doctor }) {
  const may = usePermission();
  const [asked, setAsked] = useState(false);
  return (
    <Group gap="xs">
      <CheckedLine {...verificationWords(doctor, useNow(serverNow))} />
      {may(doctorRoutes.verify) && (
        <Button
          leftSection={<IconShieldCheck size={18} stroke={1.6} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setAsked(true)}
        >
          Record a check
        </Button>
      )}
      {asked && <VerifyDialog opened doctors={[doctor]} onClose={() => setAsked(false)} />}
    </Group>
  );
}
