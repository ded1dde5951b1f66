import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '#contract/api.ts';
import { explain } from '#web/api/call.ts';
import { change } from '#web/api/change.ts';
import classes from '#web/features/announcements/announcements.module.css';
import { useRefreshAnnouncements } from '#web/features/announcements/use-announcements.ts';
import { useDone } from '#web/history/use-undo.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';

type GoneNoteProps = {
  message: string;
  enabled: boolean;
  onCreated: () => void;
};

/** In the editor of an announcement that somebody deleted: the text can become a new one, or the old one come back. */
export function GoneNote({ message, enabled, onCreated }: GoneNoteProps) {
  const refresh = useRefreshAnnouncements();
  const done = useDone();
  const create = useMutation({
    mutationFn: () => change(api.announcements.create, { message, enabled }),
    onSuccess: ({ operationId }) => {
      done('Created the announcement', operationId);
      onCreated();
      return refresh();
    },
  });
  return (
    <div className={classes.gone}>
      <p>
        Somebody deleted it while you were writing. Your text is still here, the old one is in the{' '}
        <Link to="/admin/desk/bin">bin</Link>.
      </p>
      <BusyButton busy={create.isPending} busyLabel="Creating" onClick={() => create.mutate()}>
        Create a new announcement from it
      </BusyButton>
      {create.error && <InlineFailure failed={explain(create.error)} />}
    </div>
  );
}
