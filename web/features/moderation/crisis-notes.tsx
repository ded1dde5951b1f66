import { Box, Text } from '@mantine/core';
import classes from '#web/features/moderation/crisis.module.css';
import { dutyNote } from '#web/features/moderation/crisis-words.ts';
import { useWaiting } from '#web/features/moderation/use-looks.ts';
import { counted } from '#web/lib/numbers.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

// Few need a pause.
const HelpLines = lazyComponent(async () => (await import('#web/features/moderation/crisis-playbook.tsx')).HelpLines);

/**
 * Notes above the queue: nobody is on duty, or a pause would do the moderator good. The line at the top has the first one
 * while people are waiting, and always in wide windows, where notes that come and go would move the open case.
 */
export function CrisisNotes() {
  const { data } = useWaiting();
  if (!data) return null;
  const duty = data.waiting === 0 ? dutyNote(data) : '';
  const needsPause = data.pauseAfter > 0 && data.mine >= data.pauseAfter;
  if (duty === '' && !needsPause) return null;
  return (
    <Box className={classes.notes} hiddenFrom={needsPause ? undefined : 'md'}>
      {duty && <Text hiddenFrom="md">{duty}</Text>}
      {needsPause && (
        <>
          <Text role="status">
            You have looked after {counted(data.mine, 'person', 'people')} in danger within a day. Take a pause if you
            can: pass cases on without a reason.
          </Text>
          <HelpLines title="For yourself" heading="h2" purposes={['staff']} />
        </>
      )}
    </Box>
  );
}
