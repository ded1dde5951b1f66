import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { usersApi } from '#contract/users.ts';
import { query } from '#web/api/query.ts';
import type { AnnouncementValues } from '#web/features/announcements/announcement.ts';
import { stateOf, timeOf } from '#web/features/announcements/state.ts';
import { shortDate } from '#web/lib/dates.ts';
import { counted } from '#web/lib/numbers.ts';
import type { Confirm as ConfirmType } from '#web/ui/confirm.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

type ConfirmProps = ComponentProps<typeof ConfirmType>;

const Confirm = lazyComponent<ConfirmProps>(async () => (await import('#web/ui/confirm.tsx')).Confirm);

type Asked = { values: AnnouncementValues; answer: (yes: boolean) => void };

/**
 * Asks before a new announcement is created, and says how many users will see it. An inactive one needs no question.
 */
export function useAudienceQuestion() {
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const audience = useQuery({ ...query(usersApi.users.audience, {}), enabled: opened });
  const settle = (yes: boolean) => {
    setOpened(false);
    asked?.answer(yes);
  };

  /** Resolves to true if the announcement should be created. */
  const ask = async (values: AnnouncementValues) => {
    if (!values.enabled) return true;
    setOpened(true);
    return new Promise<boolean>((answer) => setAsked({ values, answer }));
  };

  const people = audience.data ? counted(audience.data.activeUsers, 'person', 'people') : 'Everyone who uses the app';
  const texts = ({ values }: Asked): Pick<ConfirmProps, 'title' | 'sentence' | 'consequence' | 'action'> =>
    stateOf(values) === 'active'
      ? {
          title: 'Show this announcement now?',
          sentence: `${people} will see it as soon as they open the app.`,
          consequence: audience.error
            ? 'How many people that is could not be counted.'
            : 'Counted are those who used the app in the last 30 days.',
          action: 'Show it now',
        }
      : stateOf(values) === 'scheduled'
        ? {
            title: `Save for ${shortDate(values.startsAt ?? '')}?`,
            sentence: `It shows ${timeOf(values)}.`,
            action: 'Save it',
          }
        : {
            title: 'Create this announcement?',
            sentence: `Nobody will see it: it ${timeOf(values)}.`,
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
