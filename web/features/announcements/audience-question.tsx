import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { usersApi as api } from '#contract/users.ts';
import { query } from '#web/api/query.ts';
import type { Written } from '#web/features/announcements/announcement.ts';
import { stateOf, timeOf } from '#web/features/announcements/state.ts';
import { shortDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import type { Confirm as ConfirmType } from '#web/ui/confirm.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

type ConfirmProps = ComponentProps<typeof ConfirmType>;

const Confirm = lazyComponent<ConfirmProps>(async () => (await import('#web/ui/confirm.tsx')).Confirm);

type Asked = { written: Written; answer: (yes: boolean) => void };

/**
 * Asks before a new announcement is created, and says how many users will see it. An inactive one needs no question.
 */
export function useAudienceQuestion() {
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const audience = useQuery({ ...query(api.users.audience, {}), enabled: opened });
  const settle = (yes: boolean) => {
    setOpened(false);
    asked?.answer(yes);
  };

  /** Resolves to true if the announcement should be created. */
  const ask = async (written: Written) => {
    if (!written.enabled) return true;
    setOpened(true);
    return new Promise<boolean>((answer) => setAsked({ written, answer }));
  };

  const people = audience.data ? counted(audience.data.activeUsers, 'person', 'people') : 'Everyone who uses the app';
  const texts = ({ written }: Asked): Pick<ConfirmProps, 'title' | 'sentence' | 'consequence' | 'action'> =>
    stateOf(written) === 'active'
      ? {
          title: 'Show this announcement now?',
          sentence: `${people} will see it as soon as they open the app.`,
          consequence: audience.error
            ? 'How many people that is could not be counted.'
            : 'Counted are those who used the app in the last 30 days.',
          action: 'Show it now',
        }
      : stateOf(written) === 'scheduled'
        ? {
            title: `Save for ${shortDate(written.startsAt ?? '')}?`,
            sentence: `It shows ${timeOf(written)}.`,
            action: 'Save it',
          }
        : {
            title: 'Create this announcement?',
            sentence: `Nobody will see it: it ${timeOf(written)}.`,
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
