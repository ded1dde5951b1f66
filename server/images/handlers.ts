import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import { type ImageBucket, bucketOf } from '#contract/images.ts';
import type { Context } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Upload } from '#server/http/multipart.ts';
import { Failure } from '#server/http/failure.ts';
import { encodePicture } from '#server/images/encode.ts';
import { type Storage, newName, urlOf } from '#server/images/storage.ts';
import { images } from '#server/images/tables.ts';

/** The part of the history that an upload needs: the row is written once for each Idempotency-Key. */
type History = {
  change: <T>(context: Context, work: (change: { tx: NodePgDatabase }) => Promise<T>) => Promise<T>;
};

/**
 * An arbitrary number: together with the account it is the key of the lock for counting the uploads of that account.
 */
const quotaLock = 20_261_125;

/**
 * Limits the uploads of an account within 24 hours, also when several arrive at once. Throws 429 `upload_quota` with
 * the seconds until the next one is accepted.
 */
async function expectQuota(tx: NodePgDatabase, staffId: string, perDay: number) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${quotaLock}, hashtext(${staffId}))`);
  const { rows } = await tx.execute<{ seconds: number }>(sql`
    SELECT extract(epoch FROM least(created_at - now(), interval '0') + interval '1 day')::float8 AS seconds FROM images
    WHERE created_by = ${staffId} AND created_at > now() - interval '1 day'
    ORDER BY created_at DESC OFFSET ${perDay - 1} LIMIT 1`);
  if (!rows[0]) return;
  const message = `You have uploaded ${perDay} images within a day, which is the limit. Try again later.`;
  throw new Failure(429, 'upload_quota', message, { retryAfter: Math.ceil(rows[0].seconds) });
}

/** Stores uploads, at most `perDay` of an account within 24 hours. */
export function imageHandlers(history: History, storage: Storage, perDay: number): Handlers<typeof api.images> {
  const uploadTo =
    (bucket: ImageBucket) =>
    async ({ image }: { image: Upload }, context: Context) => {
      const { bytes, width, height } = await encodePicture(image.path);
      const key = { bucket, name: newName() };
      // The file is written before its row. If the row does not follow, the next sweep removes the file.
      await storage.put(key, bytes);
      try {
        return await history.change(context, async ({ tx }) => {
          await expectQuota(tx, context.staff.id, perDay);
          await tx.insert(images).values({ ...key, width, height, bytes: bytes.length, createdBy: context.staff.id });
          return { imageUrl: urlOf(key), width, height };
        });
      } catch (error) {
        // The upload was definitely refused. After any other error the row may exist, and then the file must exist too.
        if (error instanceof Failure) await storage.remove(key);
        throw error;
      }
    };

  return {
    uploadForCard: uploadTo(bucketOf.card),
    uploadForSecret: uploadTo(bucketOf.secret),
    uploadForDoctor: uploadTo(bucketOf.doctor),
  };
}
