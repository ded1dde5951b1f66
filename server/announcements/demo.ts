import type { announcements } from '#server/announcements/tables.ts';
import type { Demo, DemoRow } from '#server/records/demo-records.ts';

const day = 86_400_000;

type DemoAnnouncement = {
  message: string;
  /** The number of days before the load when it was written, and when it was last changed. */
  daysAgo: number;
  changed?: number;
  enabled?: boolean;
  /** The number of days after the load when it starts and stops being shown. */
  from?: number;
  until?: number;
};

const demoAnnouncements: readonly DemoAnnouncement[] = [
  { daysAgo: 351.3, enabled: false, message: 'Welcome to the new Awa! Your cycle history has moved over with you. 💜' },
  {
    daysAgo: 322.6,
    until: -317.9,
    message: 'We are working on the app this Saturday from 1 am to 3 am (Lagos time). Your entries are safe.',
  },
  {
    daysAgo: 300.4,
    changed: 298.2,
    message:
      'Be kind. Behind every post is a woman who took courage to write it. Read our community rules before you reply.',
  },
  { daysAgo: 268.5, enabled: false, message: 'Happy International Women’s Day from all of us in Yaba. 🌸' },
  {
    daysAgo: 241.4,
    message: 'Awa is now also for those who are trying to conceive. Choose your goal under Profile → My goal.',
  },
  {
    daysAgo: 212.3,
    changed: 190.6,
    enabled: false,
    message:
      'Free talk on Thursday at 6 pm: “What your cycle tells you”, with questions and answers in English and Pidgin.',
  },
  {
    daysAgo: 178.7,
    message:
      'You can now hide your name in any post. Open the post, touch the three dots, then “Post without my name”.',
  },
  {
    daysAgo: 150.5,
    changed: 149.4,
    message:
      'Some reminders arrived an hour late last week. This is mended. If yours is still late, write to us under Help.',
  },
  {
    daysAgo: 121.4,
    message:
      'Ẹ káàbọ̀! Nnọọ! Sannu da zuwa! The most used words of the app are now explained in Yorùbá, Igbo and Hausa.',
  },
  {
    daysAgo: 93.6,
    enabled: false,
    message: 'Rainy season and slow network? Entries made offline are kept and sent as soon as you are back.',
  },
  {
    daysAgo: 61.4,
    changed: 40.5,
    message:
      'Nobody from Awa will ever ask for your password, your PIN or money in a message. ' +
      'If somebody does, please report the message and block the sender.',
  },
  { daysAgo: 33.5, message: 'New: pregnancy week by week. See how your baby grows, in plain words. 🤰🏾' },
  {
    daysAgo: 12.6,
    changed: 11.4,
    until: 9.7,
    message:
      'Doctors’ visiting hours have changed for this month. Please check the time of your appointment in the app.',
  },
  {
    daysAgo: 3.6,
    from: 5.3,
    until: 19.7,
    message:
      'Free cervical screening at the teaching hospital in Ìkẹjà, 9 am to 3 pm. Bring any ID; no appointment is needed.',
  },
  {
    daysAgo: 2.4,
    message: 'Thank you! We asked what to improve and more than 3,000 of you answered. Here is what comes next…',
  },
];

/** The announcements of the last year, oldest first. */
export function* announcementRows({ today }: Demo): Generator<DemoRow<typeof announcements>> {
  const before = (days: number) => Math.round(today - days * day);
  const after = (days: number | undefined) => (days === undefined ? null : new Date(before(-days)).toISOString());
  for (const { daysAgo, changed = daysAgo, from, until, ...fields } of demoAnnouncements) {
    yield { ...fields, startsAt: after(from), endsAt: after(until), made: before(daysAgo), changed: before(changed) };
  }
}
