import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Case, moderationApi } from '#contract/moderation.ts';
import { type Look, safetyApi } from '#contract/safety.ts';
import type { Route } from '#contract/route.ts';
import { change } from '#web/api/change.ts';
import { keyOf } from '#web/api/query.ts';
import { QuestionDialog } from '#web/features/moderation/question-dialog.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const { crisis, crisisCare, looks } = safetyApi;
const { cases } = moderationApi;

function useReload() {
  const client = useQueryClient();
  return (routes: readonly Route[]) =>
    Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: keyOf(route) })));
}

type AgreeProps = { opened: boolean; of: Case; onClose: () => void };

/** Asks for the reason before a colleague agrees that outside help has to be called. */
export function AgreeDialog({ opened, of: { id, version }, onClose }: AgreeProps) {
  const reload = useReload();
  const changed = [crisisCare.care, cases.get];
  return (
    <QuestionDialog
      opened={opened}
      title="Agree to outside help?"
      sentence="People outside the team would learn about this person. A colleague reads your reason and decides."
      label="Reason"
      minLength={10}
      maxLength={1000}
      action="Agree"
      busyLabel="Agreeing"
      send={(reason) => change(crisisCare.agree, { id, version, reason })}
      onDone={async () => {
        await reload(changed);
        showToast('Agreed to outside help. A colleague decides the case.');
        onClose();
      }}
      onFailed={() => void reload(changed)}
      onClose={onClose}
    />
  );
}

type LookProps = {
  /** The look that is being recorded; undefined while the dialog is closed. */
  look: Look | undefined;
  opened: boolean;
  /** Called with the case that was opened again; null without one. */
  onDone: (caseId: string | null) => void;
  onClose: () => void;
};

/** Records that a person was looked at again, and opens a case again if the person needs it. */
export function LookDialog({ look, opened, onDone, onClose }: LookProps) {
  const [reopen, setReopen] = useState(false);
  const reload = useReload();
  return (
    <QuestionDialog
      opened={opened}
      title={`Have you looked at ${look?.person ?? 'the person'} again?`}
      label="Note"
      description="Colleagues read it in the case."
      maxLength={1000}
      action="Done"
      busyLabel="Recording"
      send={async (note) => (await change(looks.done, { id: look?.id ?? '', note, reopen })).output.caseId}
      onDone={async (caseId) => {
        await reload([looks.list, crisis.waiting, crisisCare.care, cases.list, cases.get]);
        setReopen(false);
        onDone(caseId);
      }}
      onClose={onClose}
    >
      <Switch
        label="Open a case again"
        description="About this person. If such a case is waiting already, your note is added to it."
        checked={reopen}
        onChange={(event) => setReopen(event.currentTarget.checked)}
      />
    </QuestionDialog>
  );
}
