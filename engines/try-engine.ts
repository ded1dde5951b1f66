import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { callsAsStaff } from '#e2e/support/calls.ts';
import type { Desk } from '#e2e/support/desk.ts';
import { asColleague } from '#e2e/support/staff.ts';
import { screensToTry } from '#engines/addresses.ts';
import { type Browser, type Engine, desktop } from '#engines/browser.ts';
import type { Setting } from '#engines/flow.ts';
import { flows } from '#engines/flows.ts';
import { DeskPage } from '#engines/page.ts';
import { pictures, takePictures } from '#engines/pictures.ts';
import { tryScreens } from '#engines/screens.ts';
import { flakyServer } from '#tests/load/flaky-proxy.ts';

/** All screens and flows, or pictures of ten screens; otherwise ten screens. */
const { ENGINES: mode = 'few' } = process.env;
const all = mode === 'all';

const phases = { Chromium: 'follicular', Firefox: 'ovulation', WebKit: 'luteal' } as const;

/** Tries the desk in an engine, from signing in on, with an account of its own. */
export function tryEngine({ name, launch, harmless }: Engine) {
  describe(name, () => {
    let profile: string;
    let browser: Browser;
    let network: Awaited<ReturnType<typeof flakyServer>>;
    let setting: Setting;

    /** Expects that console, scripts and content policy have reported nothing. */
    const expectNoErrors = (expected?: RegExp) =>
      expect(browser.errors().filter((error) => !harmless?.test(error) && !expected?.test(error))).toEqual([]);

    beforeAll(async () => {
      profile = await mkdtemp(path.join(tmpdir(), 'awa-engine-'));
      const downloads = path.join(profile, 'downloads');
      await mkdir(downloads);
      const desk = { ...inject('desk'), restart: notOurs, stop: notOurs } satisfies Desk;
      network = await flakyServer(desk.address);
      const start = async () => {
        browser = await launch(profile);
        const page = new DeskPage(browser, network.url);
        await page.resize(desktop);
        return page;
      };
      setting = {
        page: await start(),
        account: await asColleague(desk, `Ada ${name}`),
        api: await callsAsStaff(desk),
        network,
        phase: phases[name],
        downloads,
        async restart() {
          await browser.kill();
          setting.page = await start();
          return setting.page;
        },
      };
    });

    afterAll(async () => {
      await browser?.kill();
      await network?.close();
      await rm(profile, { recursive: true, force: true });
    });

    afterEach(async ({ task }) => {
      if (task.result?.state !== 'fail') return;
      await mkdir(pictures, { recursive: true });
      await browser.picture(`${pictures}/${name}, ${task.name}.png`).catch(() => undefined);
    });

    test('signing in', async () => {
      await setting.page.open('');
      await setting.page.signIn(setting.account);
      expectNoErrors();
    });

    for (const { title, run, expects } of all ? flows : []) {
      test(title, async () => {
        await run(setting);
        expectNoErrors(expects);
      });
    }

    test.runIf(mode === 'pictures')('pictures', () => takePictures(setting, name));

    test('every screen fits, and each of its controls is what lies at its place', async () => {
      expect(await tryScreens(setting, screensToTry(all))).toEqual([]);
      expectNoErrors();
    });
  });
}

const notOurs = () => Promise.reject(new Error('The engines share the desk'));
