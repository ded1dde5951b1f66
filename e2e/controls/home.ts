import { type Screen, heading } from '#e2e/controls/parts.ts';

/** The pages that show the work and the times of all areas, and change nothing. */
export const homeScreens: readonly Screen[] = [
  {
    path: () => 'home',
    shows: (page) => page.getByRole('region').first().or(heading(page, 'Nothing needs you now')),
    plain: [],
    controls: {},
  },
  {
    path: () => 'calendar',
    shows: (page) => page.getByRole('grid', { name: 'Days of the month' }),
    plain: [
      'button Previous month',
      'button Today',
      'button Next month',
      'button …: … entries',
      'button …: no entries',
    ],
    controls: {},
  },
];
