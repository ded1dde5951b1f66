import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { api } from '#contract/api.ts';
import type { ImageBucket } from '#contract/images.ts';
import type { Context } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Upload } from '#server/http/multipart.ts';
import { encodePicture } from '#server/images/encode.ts';
import { type Storage, newName, urlOf } from '#server/images/storage.ts';
import { images } from '#server/images/tables.ts';

/** The part of the log that an upload needs: the row is written once for each Idempotency-Key. */
type Log = {
  change: <T>(context: Context, work: (change: { tx: NodePgDatabase }) => Promise<T>) => Promise<T>;
};

export function imageHandlers(log: Log, storage: Storage): Handlers<typeof api.images> {
  const uploadTo =
    (bucket: ImageBucket) =>
    async ({ image }: { image: Upload }, context: Context) => {
      const { bytes, width, height } = await encodePicture(image.path);
      const key = { bucket, name: newName() };
      // First the file, then its row. A file whose row does not come, for whatever reason, goes with the next sweep.
      await storage.put(key, bytes);
      return log.change(context, async ({ tx }) => {
        await tx.insert(images).values({ ...key, width, height, bytes: bytes.length, createdBy: context.staff.id });
        return { imageUrl: urlOf(key), width, height };
      });
    };

  return {
    uploadForLadyDue: uploadTo('lady-due-images'),
    uploadForSecret: uploadTo('secret-images'),
    uploadForDoctor: uploadTo('doctor-images'),
  };
}
