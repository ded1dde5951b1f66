import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { usersApi as api } from '#contract/users.ts';
import { useMay } from '#web/api/may.ts';
import { query } from '#web/api/query.ts';
import type { Written } from '#web/features/announcements/announcement.ts';
import { stateOf, timeOf } from '#web/features/announcements/state.ts';
import { counted } from '#web/lib/numbers.ts';
import type { Confirm as ConfirmType } from '#web/ui/confirm.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

type ConfirmProps = ComponentProps<typeof ConfirmType>;

const Confirm = lazyComponent<ConfirmProps>(async () => (await import('#web/ui/confirm.tsx')).Confirm);

type Asked = { written: Written; answer: (yes: boolean) => void };

/** Says how many people will see a new announcement, before it is created. One that is inactive needs no question. */
export function useAudienceQuestion() {
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  // Not every role learns how many people use the app.
  const mayCount = useMay()(api.users.metrics);
  const metrics = useQuery({ ...query(api.users.metrics, {}), enabled: opened && mayCount });
  const settle = (yes: boolean) => {
    setOpened(false);
    asked?.answer(yes);
  };

  /** Resolves to whether it shall be created. */
  const ask = async (written: Written) => {
    if (!written.enabled) return true;
    setOpened(true);
    return new Promise<boolean>((answer) => setAsked({ written, answer }));
  };

  const people = metrics.data ? counted(metrics.data.activeUsers, 'person', 'people') : 'Everyone who uses the app';
  const texts = ({ written }: Asked): Pick<ConfirmProps, 'title' | 'sentence' | 'consequence' | 'action'> =>
    stateOf(written) === 'active'
      ? {
          title: 'Show this announcement now?',
          sentence: `${people} will see it as soon as they open the app.`,
          ...(mayCount && {
            consequence: metrics.error
              ? 'How many people that is could not be counted.'
              : 'Counted are those who used the app in the last 30 days.',
          }),
          action: 'Show it now',
        }
      : {
          title: 'Create this announcement?',
          sentence: `Nobody sees it now: ${stateOf(written) === 'over' ? 'it' : 'it shows'} ${timeOf(written)}.`,
          action: 'Create it',
        };
  return {
    ask,
    question: asked && (
      <Confirm
        {...texts(asked)}
        opened={opened}
        safe="Keep editing"
        harmless
        onConfirm={() => settle(true)}
        onClose={() => settle(false)}
      />
    ),
  };
}
