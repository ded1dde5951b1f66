import type { Page } from '@playwright/test';

type Seen = { tasks: number[]; shift: number };
declare global {
  interface Window {
    benchSeen: Seen;
  }
}
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

export type Limits = { slowLink?: boolean; slowProcessor?: boolean };

/**
 * Gives a page a link of 400 kbit/s with 300 ms more latency per response, or a processor four times slower. The
 * returned function ends that.
 */
export async function limit(page: Page, { slowLink = false, slowProcessor = false }: Limits) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const link = (latency: number, throughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  const processor = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  if (slowLink) await link(300, 400_000 / 8);
  if (slowProcessor) await processor(4);
  return async () => {
    await link(0, -1);
    await processor(1);
    await session.detach();
  };
}

/** Records each task over 50 ms and each layout shift that no input caused. Call it before the page opens. */
export const watchPage = (page: Page) =>
  page.addInitScript(() => {
    window.benchSeen = { tasks: [], shift: 0 };
    const see = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    see('longtask', ({ duration }) => window.benchSeen.tasks.push(duration));
    see('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as Shift;
      if (!hadRecentInput) window.benchSeen.shift += value;
    });
  });

/** Milliseconds of the longest task while `work` is done, 0 when none took 50. */
export async function longestTask(page: Page, work: () => Promise<unknown>) {
  await page.evaluate(() => {
    window.benchSeen.tasks = [];
  });
  await work();
  // Tasks are reported in the next frame.
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return Math.max(0, ...window.benchSeen.tasks);
  });
}

/** The layout shift since the page opened (CLS, without its session windows). */
export const layoutShift = (page: Page) => page.evaluate(() => window.benchSeen.shift);

/** The memory of the page's scripts after garbage collection, in MB. */
export async function heap(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1024 / 1024;
}

/** Types a text, a key each 60 ms. The milliseconds from each key to the paint after it, in order of size. */
export async function keyTimes(page: Page, text: string) {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      { capture: true },
    );
  });
  await page.keyboard.type(text, { delay: 60 });
  const times = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    return (window as unknown as { keyTimes: number[] }).keyTimes;
  });
  return times.toSorted((a, b) => a - b);
}

/**
 * Clicks a control again and again until it says that it is open. Milliseconds from the start of the navigation until
 * then.
 */
export const whenAnswered = (page: Page, control: string) =>
  page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const clicks = setInterval(() => document.querySelector<HTMLElement>(selector)?.click(), 10);
        new MutationObserver((_, observer) => {
          if (!document.querySelector(`${selector}[aria-expanded="true"]`)) return;
          observer.disconnect();
          clearInterval(clicks);
          resolve(performance.now());
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-expanded'] });
      }),
    control,
  );
