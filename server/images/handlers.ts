import type { api } from '#contract/api.ts';
import type { ImageBucket } from '#contract/images.ts';
import type { Context, Handlers } from '#server/http/mount.ts';
import type { Upload } from '#server/http/multipart.ts';
import type { History } from '#server/history/history.ts';
import { encodePicture } from '#server/images/encode.ts';
import { type Storage, newName, urlOf } from '#server/images/storage.ts';
import { images } from '#server/images/tables.ts';

export function imageHandlers(history: History, storage: Storage): Handlers<typeof api.images> {
  const uploadTo =
    (bucket: ImageBucket) =>
    async ({ image }: { image: Upload }, context: Context) => {
      const { bytes, width, height } = await encodePicture(image.path);
      const key = { bucket, name: newName() };
      // First the file, then its row. A file whose row does not come, for whatever reason, goes with the next sweep.
      await storage.put(key, bytes);
      return history.change(context, async ({ tx }) => {
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
