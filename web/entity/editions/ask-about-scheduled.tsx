import type { ReactNode } from 'react';
import { dayAndTime } from '#web/lib/moments.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { Confirm } from '#web/ui/confirm.tsx';

/** The save to send, and what its toast adds; null cancels it. */
type Choice = { alsoNext?: true; said: string };

/**
 * Asks, before new words of a record are saved, whether the scheduled ones, which follow at `from`, change too. `show`
 * renders the dialog.
 */
export async function askAboutScheduled(
  noun: string,
  from: string,
  show: (dialog: ReactNode) => void,
): Promise<Choice | null> {
  const now = serverNow();
  if (from <= now.toISOString()) return { said: '' };
  const time = dayAndTime(from, now);
  const dialog = (opened: boolean, answer: (choice: Choice | null) => void) => (
    <Confirm
      opened={opened}
      title="Change the scheduled words too?"
      sentence={`Other words of this ${noun} follow on ${time}, without your changes.`}
      consequence="The app shows the words that it shows now until then, whatever you choose."
      action="Change those too"
      other={{ label: 'Only save', onClick: () => answer({ said: '' }) }}
      safe="Keep editing"
      harmless
      onConfirm={() => answer({ alsoNext: true, said: ` and the words that follow on ${time}` })}
      onClose={() => answer(null)}
    />
  );
  const choice = await new Promise<Choice | null>((resolve) => show(dialog(true, resolve)));
  show(dialog(false, () => undefined));
  return choice;
}
