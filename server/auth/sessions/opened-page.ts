import type { FastifyInstance, FastifyRequest } from 'fastify';
import { firstList } from '#contract/first-lists.ts';
import {
  type OpenedPage,
  drawnId,
  inDangerCookie,
  mainScript,
  openedListName,
  openedPageId,
  screenCookie,
} from '#contract/opened-page.ts';
import type { Placeholders } from '#contract/placeholders.ts';
import { everyRole } from '#contract/roles.ts';
import type { SessionCookie } from '#server/auth/sessions/cookie.ts';
import type { LiveSession, SessionStore } from '#server/auth/sessions/store.ts';
import { describeError } from '#server/database/reason.ts';
import type { PageDrawer } from '#server/http/drawing/page-drawer.ts';

/** The maximum milliseconds for which a page is kept open for its list. Without it, the page makes the call itself. */
const maxWait = 3000;

/** The maximum size of a list in a page, in characters: a page runs no script before it has arrived. */
const maxList = 200_000;

/**
 * Whether a person opens a page: by its address, or from another page of the desk. Browsers say so only to localhost and
 * by https; no script of another site can.
 */
function isOpening({ method, headers }: FastifyRequest) {
  const [site, mode, dest] = ['site', 'mode', 'dest'].map((name) => headers[`sec-fetch-${name}`]);
  return method === 'GET' && (site === 'none' || site === 'same-origin') && mode === 'navigate' && dest === 'document';
}

type Options = { sessions: SessionStore; cookie: SessionCookie; placeholders: Placeholders; drawer: PageDrawer };

/** JSON that can stand in a script element: nothing in it ends the element. */
const inScript = (json: string) => json.replaceAll('<', String.raw`\u003c`);

const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/**
 * The page with links in place of its scripts, which give way to the styles of the drawn page. The start script runs the
 * main one, the last, after the first paint.
 */
function withoutScripts(html: string) {
  const main = [...html.matchAll(script)].at(-1)?.[1];
  return html
    .replaceAll(script, (_, file: string) => {
      return `<link rel="modulepreload" ${file === main ? `${mainScript} ` : ''}crossorigin href="${file}">`;
    })
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ');
}

/**
 * Adds the data of the first screen to a page, when the browser that opens it is signed in. The cookie is enough for
 * that, because only a browser that opens the page itself gets them, and never a script.
 */
export function openedPages(app: FastifyInstance, { sessions, cookie, placeholders, drawer }: Options) {
  /** The list as JSON. */
  async function listOf(request: FastifyRequest, session: LiveSession, url: string) {
    const { host, 'x-forwarded-for': forwardedFor } = request.headers;
    const answer = await sessions.withOwnBearer(session, (bearer) =>
      app.inject({
        url,
        remoteAddress: request.socket.remoteAddress ?? '',
        headers: {
          host,
          accept: 'application/json',
          authorization: `Bearer ${bearer}`,
          ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
        },
      }),
    );
    if (answer.statusCode !== 200 || answer.payload.length > maxList) return null;
    const etag = JSON.stringify(answer.headers.etag ?? null);
    return `{"url":${JSON.stringify(url)},"etag":${etag},"output":${answer.payload}}`;
  }

  /** The list, or `null` when there is none in time. */
  async function listInTime(...asked: Parameters<typeof listOf>) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, maxWait, null)));
    const list = await Promise.race([listOf(...asked), late]).catch((error: Error) => {
      asked[0].log.warn({ error: describeError(error) }, 'a page was sent without its list');
    });
    clearTimeout(timer);
    return list ?? 'null';
  }

  /** The parts of the page with its data, of which the first names the scripts; null without data. */
  return async (request: FastifyRequest, html: string): Promise<AsyncIterable<string> | null> => {
    const secret = isOpening(request) ? cookie.read(request) : undefined;
    const session = secret ? await sessions.byCookie(secret).catch(() => null) : null;
    if (!session || session.mustAddFactor || !everyRole.includes(session.admin.role)) return null;
    const { admin } = session;
    const { pathname, search } = new URL(request.url, 'http://desk');
    const url = firstList({ pathname, search }, admin.role, (name) => request.cookies[name]);
    const listed = url ? listInTime(request, session, url) : 'null';
    const { [screenCookie]: screen, [inDangerCookie]: inDanger } = request.cookies;
    const drawing = url !== undefined && drawer.mayDraw(screen);
    const page = drawing ? withoutScripts(html) : html;
    const end = page.lastIndexOf('</body>');
    return (async function* parts() {
      const address = (url ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      yield page.slice(0, end).replace('<head>', () => `<head><meta name="${openedListName}" content="${address}">`);
      const account = JSON.stringify({ admin, placeholders } satisfies Omit<OpenedPage, 'list'>);
      const data = `${account.slice(0, -1)},"list":${await listed}}`;
      const drawn = drawing
        ? await drawer.draw({ path: request.url, screen, data, inDanger: Number(inDanger) || 0 })
        : null;
      // It takes no clicks, keys or focus, and screen readers wait for the page that takes its place a moment later.
      if (drawn !== null) yield `<div id="${drawnId}" inert aria-hidden="true">${drawn}</div>`;
      yield `<script type="application/json" id="${openedPageId}">${inScript(data)}</script>${page.slice(end)}`;
    })();
  };
}
