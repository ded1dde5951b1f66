import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { isScreen } from '#contract/opened-page.ts';
import { describeError } from '#server/database/reason.ts';

/** The maximum milliseconds for which a page waits to be drawn. Without drawing, the browser renders it alone. */
const maxWait = 300;

/** The maximum number of pages that wait. */
const maxWaiting = 3;

/** Milliseconds after which a thread that is still drawing the same page is ended. */
const maxTime = 5_000;

/** Milliseconds without a page after which the thread ends, to free its memory. */
const idle = 15 * 60_000;

/** Milliseconds after a thread has failed before the next one starts. */
const restart = 10_000;

/** The maximum megabytes of the thread's objects; it needs about 30. */
const maxHeap = 96;

/**
 * `screen` is the cookie in which the browser describes its window. The rest is for `draw` of `web/draw.tsx`: `data` is
 * the page's data as JSON, and `inDanger` the number of people in danger that the browser showed last.
 */
type Page = { path: string; screen: string | undefined; data: string; inDanger: number };

type Answer = 'ready' | { id: number; html: string } | { id: number; error: unknown };

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The size of a browser's window. Undefined if it is unknown, and for a browser in another time zone than the server. */
function sizeOf(screen: string | undefined) {
  const [, width, height, browserZone] = isScreen.exec(screen ?? '') ?? [];
  return browserZone === zone ? { width: Number(width), height: Number(height) } : undefined;
}

/** A thread that draws pages, one at a time. `onEnd` is called once, when it has failed or was ended. */
function startThread(file: string, log: Pick<FastifyBaseLogger, 'warn'>, onEnd: () => void) {
  const waiting = new Map<number, (html: string | null) => void>();
  let isReady = false;
  let last = 0;
  const worker = new Worker(fileURLToPath(new URL('./draw-worker.mjs', import.meta.url)), {
    workerData: pathToFileURL(file).href,
    resourceLimits: { maxOldGenerationSizeMb: maxHeap },
    // None of the desk's settings.
    env: {},
  });
  worker.unref();
  worker.on('message', (answer: Answer) => {
    if (answer === 'ready') {
      isReady = true;
      return;
    }
    if ('error' in answer) log.warn({ error: describeError(answer.error) }, 'a page was not drawn');
    waiting.get(answer.id)?.('html' in answer ? answer.html : null);
    waiting.delete(answer.id);
  });
  worker.on('error', (error) => log.warn({ error: describeError(error) }, 'the thread that draws pages has failed'));
  worker.once('exit', () => {
    isReady = false;
    for (const answer of waiting.values()) answer(null);
    onEnd();
  });
  return {
    isFree: () => isReady && waiting.size < maxWaiting,
    async draw(page: object) {
      const id = (last += 1);
      const tooLong = setTimeout(() => void worker.terminate(), maxTime).unref();
      const drawn = new Promise<string | null>((resolve) => waiting.set(id, resolve));
      void drawn.finally(() => clearTimeout(tooLong));
      worker.postMessage({ id, page });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, maxWait, null)));
      const html = await Promise.race([drawn, late]);
      clearTimeout(timer);
      return html;
    },
    end: () => worker.terminate(),
  };
}

/**
 * Draws opened pages as HTML with the components of the dashboard (`file`, built from `web/draw.tsx`), in a thread that
 * starts with the first page. Pages that cannot be drawn in time, and those of browsers with an unknown window or in
 * another time zone, are left to the browser.
 */
export function pageDrawer(file: string, log: Pick<FastifyBaseLogger, 'warn'>) {
  let thread: ReturnType<typeof startThread> | undefined;
  let failedAt = -Infinity;
  let isIdle = false;
  let idleTimer: NodeJS.Timeout | undefined;

  function start() {
    if (thread || performance.now() - failedAt < restart || !existsSync(file)) return;
    isIdle = false;
    thread = startThread(file, log, () => {
      thread = undefined;
      if (!isIdle) failedAt = performance.now();
    });
  }

  function end() {
    isIdle = true;
    return thread?.end();
  }

  return {
    /** Whether a page of this browser can probably be drawn at once. The first such question starts the thread. */
    mayDraw(screen: string | undefined) {
      if (!sizeOf(screen)) return false;
      start();
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void end(), idle).unref();
      return thread?.isFree() === true;
    },
    /** The page as HTML; null when it is left to the browser. */
    async draw({ screen, ...page }: Page): Promise<string | null> {
      const size = sizeOf(screen);
      return size && thread?.isFree() ? thread.draw({ ...page, ...size }) : null;
    },
    async close() {
      clearTimeout(idleTimer);
      await end();
    },
  };
}

export type PageDrawer = ReturnType<typeof pageDrawer>;
