import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { announcementRoutes } from '#contract/announcements.ts';
import { announcementsScreen } from '#e2e/support/announcements.ts';
import { disableIntervals } from '#e2e/support/disable-browser-apis.ts';
import { startChromium } from '#e2e/support/own-chromium.ts';
import { endSession, openAndSignIn, signIn } from '#e2e/support/session.ts';
import { expect, test } from '#e2e/support/test.ts';

const rounds = 5;
/** Milliseconds of typing that a crash may cost. */
const most = 1_000;
const words = 'Ìlera ni ọrọ̀. Clinics are open on Saturday 👩🏾‍⚕️, ask a nurse at any time of the day or the night. ';

type Measured = { slowest: number; began: number };

/** Writes to a separate database, one write after the other, until the page closes. */
const measureWrites = (page: Page) =>
  page.evaluate(() => {
    const measured: Measured = { slowest: 0, began: performance.now() };
    Object.assign(globalThis, { measured });
    const opening = indexedDB.open('measured');
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('writes'));
    opening.addEventListener('success', () => {
      const write = () => {
        const writing = opening.result.transaction('writes', 'readwrite');
        writing.objectStore('writes').put(measured.began, 'last');
        writing.addEventListener('complete', () => {
          const now = performance.now();
          measured.slowest = Math.max(measured.slowest, now - measured.began);
          measured.began = now;
          setTimeout(write, 10);
        });
      };
      write();
    });
  });

/** The most milliseconds that a timer and a write took: the delay of this machine, which no page can avoid. */
const slowestWrite = (page: Page) =>
  page.evaluate(() => {
    const { slowest, began } = (globalThis as unknown as { measured: Measured }).measured;
    return Math.max(slowest, performance.now() - began);
  });

for (let round = 0; round < rounds; round += 1) {
  const state = (['online', 'offline', 'with the session ended'] as const)[round % 3] ?? 'online';
  test(`Chromium killed while typing ${state}, round ${round + 1}`, async ({ desk, api, guard }) => {
    // Code that is loaded in idle time, and its styles, may still be missing when the connection goes.
    const missing = [/dynamically imported module/, /Unable to preload CSS/];
    guard.expectErrors(/status of 401/, /net::ERR_INTERNET_DISCONNECTED/, ...missing);
    const profile = await mkdtemp(path.join(tmpdir(), 'awa-desk-profile-'));
    const stored = await api(announcementRoutes.create, { message: `Before the crash ${crypto.randomUUID()}` });
    const edits = round % 2 === 0;
    const crashing = await startChromium(profile);
    try {
      await guard.over(crashing.context);
      const page = await crashing.context.newPage();
      await disableIntervals(page);
      await openAndSignIn(page, desk);
      await page.goto(`${desk.address}${announcementsScreen(page).path}`);
      const screen = announcementsScreen(page);
      if (edits) await screen.row(stored.message).getByRole('button', { name: 'Edit' }).click();
      const field = edits ? screen.message : screen.field;
      await field.fill('');
      if (state === 'offline') await crashing.context.setOffline(true);
      if (state === 'with the session ended') await endSession(page, desk);

      // The number of keys is random instead of the time of the kill: the end of the text is equally random.
      const keys = [...`${crypto.randomUUID()} ${words.repeat(2)}`].slice(0, 60 + Math.floor(Math.random() * 120));
      const typed: { at: number; text: string }[] = [];
      await measureWrites(page);
      for (const [at, key] of keys.entries()) {
        await page.keyboard.insertText(key);
        typed.push({ at: Date.now(), text: (typed.at(-1)?.text ?? '') + key });
        // Waits until the first key is stored, so that there is always a draft to continue.
        if (at === 0) await expect(screen.kept).toBeVisible();
      }
      const late = await slowestWrite(page);
      const killed = Date.now();
      await crashing.kill();

      const started = await startChromium(profile);
      try {
        await guard.over(started.context);
        const later = await started.context.newPage();
        await later.goto(`${desk.address}${screen.path}`);
        const again = announcementsScreen(later);
        const signInForm = later.getByRole('textbox', { name: 'Email' });
        await expect(signInForm.or(again.goOn)).toBeVisible();
        // Half a minute after the sign-in, Chromium has stored the session, which then outlives the crash.
        if (await signInForm.isVisible()) await signIn(later, desk);
        await again.goOn.click();
        const restored = await (edits ? again.message : again.field).inputValue();
        const due = typed.findLast(({ at }) => at <= killed - most - late)?.text ?? '';
        expect(keys.join('').startsWith(restored), restored).toBe(true);
        expect(restored.length).toBeGreaterThanOrEqual(due.length);
        const last = typed.findLast(({ text }) => text.length <= restored.length)?.at ?? 0;
        test.info().annotations.push({
          type: 'lost',
          description: `${killed - last} ms of typing; a write took ${Math.round(late)} ms`,
        });
        await (edits ? again.save.click() : again.publish());
        await expect(again.row(restored.trim())).toBeVisible();
        await expect(again.offer).toHaveCount(0);
      } finally {
        await started.kill();
      }
    } finally {
      await crashing.kill();
      await rm(profile, { recursive: true, force: true });
    }
  });
}
