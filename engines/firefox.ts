import type { Engine } from '#engines/browser.ts';
import { downloadsOf, launchPuppeteer } from '#engines/puppeteer.ts';
import { findFirefox } from '#scripts/engines.mjs';

/** Firefox by WebDriver BiDi, which it speaks itself: no geckodriver, which Debian does not have. */
export const firefox: Engine = {
  name: 'Firefox',
  launch: (profile) =>
    launchPuppeteer(profile, {
      browser: 'firefox',
      executablePath: findFirefox() ?? '',
      extraPrefsFirefox: {
        'browser.download.dir': downloadsOf(profile),
        'browser.download.folderList': 2,
        'intl.accept_languages': 'en-US',
        'intl.locale.requested': 'en-US',
        'ui.prefersReducedMotion': 1,
      },
    }),
  // A typeface that was still loading when its page was left.
  harmless: /downloadable font: download failed .* status=2152398850/,
};
