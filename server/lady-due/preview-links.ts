import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import type { ShownMode, TrackingMode } from '#contract/lady-due.ts';
import { previewLinkMinutes } from '#contract/lady-due-preview.ts';
import { staff } from '#server/auth/tables.ts';
import { hashOf, newToken, tokenShape } from '#server/auth/tokens.ts';
import type { Placeholders } from '#contract/placeholders.ts';
import { overPage, previewPage } from '#server/lady-due/preview-page.ts';
import { previewLinks } from '#server/lady-due/tables.ts';
import { readNow } from '#server/database/read-now.ts';
import { expectInLog } from '#server/records/past.ts';
import { readShownJson } from '#server/lady-due/tree.ts';

type Asked = { trackingMode: TrackingMode; at?: string | undefined; drafts: boolean };

/** Creates a link and deletes those that are over. Only the caller gets the token. Throws 422 for a time before the log. */
export async function makePreviewLink(db: NodePgDatabase, { trackingMode, at, drafts }: Asked, createdBy: string) {
  if (at !== undefined) expectInLog(at, await readNow(db));
  const token = newToken();
  await db.delete(previewLinks).where(lte(previewLinks.expiresAt, sql`now()`));
  const [made] = await db
    .insert(previewLinks)
    .values({
      hash: hashOf(token),
      trackingMode,
      at: at ?? null,
      drafts,
      createdBy,
      expiresAt: sql<string>`now() + make_interval(mins => ${previewLinkMinutes})`,
    })
    .returning({ expiresAt: previewLinks.expiresAt });
  if (!made) throw new Error('The link was not stored');
  return { path: `/preview/${token}`, expiresAt: made.expiresAt };
}

/** The stored link of a token, while it is valid and its author's account is enabled. */
async function findLink(db: NodePgDatabase, token: string) {
  if (!tokenShape.test(token)) return undefined;
  const [found] = await db
    .select({ trackingMode: previewLinks.trackingMode, at: previewLinks.at, drafts: previewLinks.drafts })
    .from(previewLinks)
    .innerJoin(staff, and(eq(staff.id, previewLinks.createdBy), eq(staff.enabled, true)))
    .where(and(eq(previewLinks.hash, hashOf(token)), gt(previewLinks.expiresAt, sql`now()`)));
  return found;
}

/** Serves the pages of the links, without sign-in. A page has no script, and loads pictures of this desk alone. */
export function servePreviewLinks(app: FastifyInstance, db: NodePgDatabase, placeholders: Placeholders) {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get<{ Params: { token: string } }>('/preview/:token', options, async ({ params }, reply) => {
    reply.type('text/html; charset=utf-8').header('X-Robots-Tag', 'noindex');
    const link = await findLink(db, params.token);
    if (!link) return reply.code(410).send(overPage());
    const { trackingMode, at, drafts } = link;
    // Addresses of pictures stay relative: the phone may reach the desk at another address than the public one.
    const json = await readShownJson(db, trackingMode, { publicUrl: '', placeholders, at: at ?? undefined, drafts });
    return reply.send(previewPage(JSON.parse(json.toString()) as ShownMode, at, drafts));
  });
}
