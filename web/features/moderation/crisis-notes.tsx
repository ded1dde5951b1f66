import { Text } from '@mantine/core';
import classes from '#web/features/moderation/crisis.module.css';
import { HelpLines } from '#web/features/moderation/crisis-playbook.tsx';
import { dutyWords } from '#web/features/moderation/crisis-words.ts';
import { useWaiting } from '#web/features/moderation/use-crisis.ts';
import { counted } from '#web/lib/numbers.ts';

/** Notes above the queue: nobody is on duty, or a pause would do the moderator good. */
export function CrisisNotes() {
  const { data } = useWaiting();
  if (!data) return null;
  // With a person in danger, the line at the top says so.
  const duty = data.waiting === 0 ? dutyWords(data) : '';
  const needsPause = data.pauseAfter > 0 && data.mine >= data.pauseAfter;
  if (duty === '' && !needsPause) return null;
  return (
    <div className={classes.notes}>
      {duty && (
        <Text>
          {duty}{' '}
          {data.hasRota ? 'Administrators are told after an hour.' : 'All moderators are told of people in danger.'}
        </Text>
      )}
      {needsPause && (
        <>
          <Text role="status">
            You have looked after {counted(data.mine, 'person', 'people')} in danger within a day. Take a pause if you
            can: pass cases on without a reason.
          </Text>
          <HelpLines title="For yourself" heading="h2" purposes={['staff']} />
        </>
      )}
    </div>
  );
}
