import type { z } from 'zod';
import type { helpLineFields } from '#contract/safety.ts';

type HelpLineText = z.input<typeof helpLineFields.Input>;

const free = 'Free';

/**
 * The help lines of a new desk, as public sources name them. No colleague has called them, and each is offered only once a
 * colleague has. Services for which no number was found, such as the referral centres of most states, are left out.
 */
export const helpLineTexts: readonly HelpLineText[] = [
  {
    name: 'National emergency number',
    purpose: 'any',
    number: '112',
    cost: free,
    states: 'Where an emergency centre exists; in Lagos also 767',
    source: 'Nigerian Communications Commission. The states that it reaches today are not verified.',
  },
  {
    name: 'SURPIN, Lagos University Teaching Hospital',
    purpose: 'self-harm',
    number: '0800 078 7746',
    cost: free,
    source: 'Punch and News Agency of Nigeria. Another list has another number: not verified.',
  },
  {
    name: 'Mentally Aware Nigeria Initiative',
    purpose: 'self-harm',
    number: '0809 111 6264',
    source: 'A public file. Another list gives this number to another organisation: not verified.',
  },
  {
    name: 'She Writes Woman',
    purpose: 'self-harm',
    number: '0800 800 2000',
    cost: free,
    source: 'BellaNaija and allAfrica, October 2020. The organisation was active in April 2026; line not verified.',
  },
  {
    name: 'Nigeria Suicide Prevention Initiative',
    purpose: 'self-harm',
    number: '0806 210 6493',
    source: 'A public file alone: not verified.',
  },
  {
    name: 'Lagos State Domestic and Sexual Violence Agency',
    purpose: 'violence',
    number: '08000 333 333',
    hours: 'Day and night',
    states: 'Lagos',
    cost: free,
    source: 'Several news reports since 2023.',
  },
  {
    name: 'Women at Risk International Foundation (WARIF)',
    purpose: 'violence',
    number: '0809 210 0009',
    hours: 'Day and night',
    states: 'Lagos',
    source: 'No page with this number was seen: not verified.',
  },
  {
    name: 'Mirabel Centre, LASUTH Ikeja',
    purpose: 'violence',
    number: '0805 626 8573',
    states: 'Lagos',
    source: 'An old page of the state: not verified.',
  },
  {
    name: 'NAPTIP, against trafficking in persons',
    purpose: 'violence',
    number: '627',
    source: 'No page with this number was seen: not verified.',
  },
];
