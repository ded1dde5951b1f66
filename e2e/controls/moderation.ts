import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/route.ts';
import { type Screen, about, all, entityScreens, heading, notIncluded } from '#e2e/controls/parts.ts';

const { cases, decisions } = api;

export const moderationScreens = (): Screen[] => {
  const { decideAppeal, reveal } = cases;
  // A case is for the roles that may change the area of its subject.
  const ofPost = (route: Route) => ({ route, area: 'moderation' }) as const;
  const refused = (page: Page) => page.getByRole('alert').filter({ hasText: notIncluded });
  const plain = [
    'shortcut Next case in the list',
    'shortcut Previous case in the list',
    'shortcut Open the case',
    'button Retry',
    'button Begin',
  ];
  const takesBack = { 'shortcut Take back your last decision': decisions.takeBack };
  const ofDoctor = (route: Route) => about('doctor', route);
  return [
    {
      path: (ids) => `moderation?case=${ids.contentCase}`,
      shows: (page) => page.getByRole('form', { name: 'Case' }).getByText('The doctor now').or(refused(page)),
      plain,
      controls: {
        ...takesBack,
        ...all('button ', { Skip: ofDoctor(cases.claim), Escalate: ofDoctor(cases.escalate) }),
        'button Decide': [ofDoctor(cases.preview), ofDoctor(cases.decide)],
        ...all('shortcut ', {
          'Choose the verdict': ofDoctor(cases.decide),
          Decide: ofDoctor(cases.decide),
          Escalate: ofDoctor(cases.escalate),
          'Skip the case: it stays in the queue': ofDoctor(cases.claim),
        }),
      },
    },
    {
      path: (ids) => `moderation?case=${ids.case}`,
      shows: (page) =>
        page.getByRole('form', { name: 'Case' }).getByRole('button', { name: 'Reveal the person' }).or(refused(page)),
      plain: [...plain, 'shortcut Hide the text, or leave it', 'button Show all … texts'],
      controls: {
        ...all('button ', {
          Skip: ofPost(cases.claim),
          Escalate: ofPost(cases.escalate),
          'Reveal the person': reveal,
        }),
        'button Cover words': ofPost(api.crisisCover.cover),
        // Uphold and Overturn, in an appealed case, take effect with it too.
        'button Decide': [ofPost(cases.preview), ofPost(cases.decide), decideAppeal],
        ...all('shortcut ', {
          'Choose the rule that the text breaks': ofPost(cases.decide),
          'Within the rules': ofPost(cases.decide),
          'Needs help': ofPost(cases.decide),
          'Cannot tell': ofPost(cases.decide),
          Decide: ofPost(cases.decide),
          Escalate: ofPost(cases.escalate),
          'Skip the case: it stays in the queue': ofPost(cases.claim),
        }),
        ...takesBack,
      },
    },
    {
      path: (ids) => `moderation?case=${ids.crisis}`,
      shows: (page) =>
        page.getByRole('form', { name: 'Case' }).getByRole('button', { name: 'Reach out' }).or(refused(page)),
      plain: [...plain, 'button Show all … texts'],
      controls: {
        ...all('button ', {
          Skip: ofPost(cases.claim),
          Escalate: ofPost(cases.escalate),
          'Reveal the person': reveal,
          'Cover words': ofPost(api.crisisCover.cover),
          'Reach out': api.crisisCare.send,
          'Agree to outside help': api.crisisCare.agree,
        }),
        'button Decide': [ofPost(cases.preview), ofPost(cases.decide)],
        ...all('shortcut ', {
          'Reach out to the person': api.crisisCare.send,
          'Choose the outcome': ofPost(cases.decide),
          Decide: ofPost(cases.decide),
          Escalate: ofPost(cases.escalate),
          'Skip the case: it stays in the queue': ofPost(cases.claim),
        }),
        ...takesBack,
      },
      opens: [
        {
          by: 'button Reach out',
          at: (page) => page.getByRole('region', { name: 'Reach out' }),
          close: 'Not now',
          plain: ['button Not now'],
          controls: { 'button Send': api.crisisCare.send, 'textbox Message': api.crisisCare.send },
        },
      ],
    },
    {
      path: () => 'moderation/decisions',
      shows: (page) => heading(page, /^All decisions/),
      controls: {},
    },
    ...entityScreens('rule', { quick: ['Deactivate'] }),
    ...entityScreens('template', { quick: ['Deactivate'] }),
    ...entityScreens('playbook', { quick: ['Deactivate'] }),
    ...entityScreens('help-line', {
      quick: ['Deactivate'],
      detail: { 'button Record a call': api.helpLineCalls.add },
    }),
    {
      path: () => 'moderation/rota',
      shows: (page) => page.getByRole('region', { name: 'Rota' }).getByText(/No rota yet|Monday/),
      controls: { 'button Add a shift': api.rota.add, 'button Name a clinician': api.clinician.update },
    },
    {
      path: () => 'moderation/figures',
      shows: (page) => page.getByRole('region', { name: 'Figures' }).getByText(/no appeal decided|of .* appeals/),
      controls: { 'button Export CSV': api.moderationFigures.export },
    },
  ];
};
