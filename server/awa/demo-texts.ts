import type { TrackingModeName } from '#contract/tracking-modes.ts';

type DemoTopic = {
  title: string;
  description: string;
  color: string;
  secrets: readonly [title: string, groupMode: TrackingModeName][];
  communities: readonly [name: string, description: string][];
};

/** The topics of a community. Demo posts are written in the secrets and communities of the topic with their title. */
export const demoTopics: readonly DemoTopic[] = [
  {
    title: 'Periods and cycles',
    description: 'Everything about the monthly visitor, said aloud.',
    color: '#FF6B9D',
    secrets: [
      ['What nobody told me about my period', 'TRACK_PERIOD'],
      ['Cramps at work, and how I hide them', 'TRACK_PERIOD'],
      ['My first period', 'TRACK_PERIOD'],
      ['Late again', 'TRACK_PERIOD'],
    ],
    communities: [
      ['Period talk', 'Questions and stories of every day of the month.'],
      ['Campus sisters', 'For students in hostels, with one bathroom for twelve.'],
    ],
  },
  {
    title: 'PCOS, fibroids, endometriosis',
    description: 'For everyone with a diagnosis, and for those who still look for one.',
    color: '#7A5BD0',
    secrets: [
      ['The day it got a name', 'PCOS'],
      ['Hair, skin and courage', 'PCOS'],
      ['Living with fibroids', 'TRACK_PERIOD'],
    ],
    communities: [
      ['Cysters of Nigeria', 'PCOS, together.'],
      ['Fibroid circle', 'Before, during and after the surgery.'],
    ],
  },
  {
    title: 'Heavy days',
    description: 'Loss, fear, tiredness. Nobody has to be strong here.',
    color: '#8C5A3C',
    secrets: [
      ['I am not fine today', 'TRACK_PERIOD'],
      ['The ones we lost', 'TRYING_TO_CONCEIVE'],
      ['After the birth I was not myself', 'TRACK_PREGNANCY'],
    ],
    communities: [['The quiet room', 'Read, write, or only sit with us.']],
  },
  {
    title: 'Trying to conceive',
    description: 'Two lines, one line, and everything in between.',
    color: '#1F9D8F',
    secrets: [
      ['The two-week wait', 'TRYING_TO_CONCEIVE'],
      ['What his family says', 'TRYING_TO_CONCEIVE'],
      ['At the clinic', 'TRYING_TO_CONCEIVE'],
    ],
    communities: [
      ['TTC sisters', 'Baby dust to everyone.'],
      ['More than a year', 'For those who wait longer.'],
    ],
  },
  {
    title: 'Good news',
    description: 'Come and dance with us.',
    color: '#E3B23C',
    secrets: [
      ['Two lines!', 'TRYING_TO_CONCEIVE'],
      ['Born today', 'TRACK_PREGNANCY'],
    ],
    communities: [['Thanksgiving corner', 'Small wins count.']],
  },
  {
    title: 'Pregnancy',
    description: 'Forty weeks of questions.',
    color: '#A84FB5',
    secrets: [
      ['First trimester, first fears', 'TRACK_PREGNANCY'],
      ['What I really crave', 'TRACK_PREGNANCY'],
      ['Antenatal diaries', 'TRACK_PREGNANCY'],
    ],
    communities: [
      ['Rainy season mums', 'Due between April and October.'],
      ['First-time mothers', 'No question is too small.'],
    ],
  },
  {
    title: 'New mothers',
    description: 'Milk, sleep and how little there is of both.',
    color: '#EE6F4C',
    secrets: [
      ['Night feeds', 'TRACK_PREGNANCY'],
      ['My body after', 'TRACK_PREGNANCY'],
    ],
    communities: [['Omugwo stories', 'When our mothers come to stay.']],
  },
  {
    title: 'Everyday life',
    description: 'Whatever is on your mind.',
    color: '#2874B2',
    secrets: [
      ['Small joys', 'TRACK_PERIOD'],
      ['Questions I am shy to ask', 'TRACK_PERIOD'],
    ],
    communities: [
      ['Newcomers', 'Say hello.'],
      ['The living room', 'Everything else.'],
    ],
  },
];
