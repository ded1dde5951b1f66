import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { isWebUrl, optionalText, text, maxUrl } from '#contract/common.ts';
import { failures } from '#contract/errors.ts';
import { route } from '#contract/route.ts';

/** The maximum size of an upload, in bytes. */
export const maxImageBytes = 5 * 1024 * 1024;

/** The maximum length of a side of a stored picture, in pixels. Larger pictures are scaled down. */
export const maxImageSide = 2048;

/** The widths in pixels that `?w=` of a picture's address accepts. A narrower picture is sent unchanged. */
export const imageWidths = [96, 192, 384, 768] as const;

/** The bucket of the pictures of a kind: a folder, or a bucket of S3. Those of a card are shared with its parents. */
export const bucketOf = {
  card: 'lady-due-images',
  secret: 'secret-images',
  doctor: 'doctor-images',
  community: 'community-images',
} as const;
export const ImageBucket = z.enum(Object.values(bucketOf));
export type ImageBucket = z.infer<typeof ImageBucket>;

/** Matches the address of an image of this desk, in two groups: its bucket and its name. */
export const ownImage = new RegExp(String.raw`^/images/(${ImageBucket.options.join('|')})/([\da-f]{32}\.webp)$`);

/** The address of a picture, or `''`: an image of this desk (`/images/…`), or a web address without credentials. */
export const optionalImageUrl = (name: string) =>
  optionalText(
    { max: maxUrl, name },
    {
      fits: (value) => ownImage.test(value) || isWebUrl(value),
      error: `${name} must be an uploaded image, or a web address that starts with https:// or http://`,
      schema: { format: 'uri-reference' },
    },
  );

/** Only the content of the file counts: its name and declared type are ignored. */
const ImageInput = z.strictObject({
  image: z.file({ error: failures.images.notAnImage }).max(maxImageBytes, { error: failures.images.tooLarge }),
  fileName: text({ max: 255, name: 'File name' }).default(''),
  mimeType: text({ max: 255, name: 'Type' }).default(''),
});

const StoredImage = z.object({
  /** An address on this desk: `/images/…`. */
  imageUrl: z.string().regex(ownImage),
  /** In pixels, upright. */
  width: z.int().min(1).max(maxImageSide),
  height: z.int().min(1).max(maxImageSide),
});

const uploaded = {
  input: ImageInput,
  output: StoredImage,
  status: 201,
  failure: failures.images.upload,
} as const;

export const imageRoutes = {
  uploadForCard: route('POST /admin/lady-due/upload-image', {
    summary: 'Store a picture for Lady Due: JPEG, PNG, WebP, GIF or AVIF of at most 5 MB.',
    ...uploaded,
    roles: areaRoles['lady-due'].change,
  }),
  uploadForSecret: route('POST /admin/awa/secrets/upload-image', {
    summary: 'Store a picture for a secret: JPEG, PNG, WebP, GIF or AVIF of at most 5 MB.',
    ...uploaded,
    roles: areaRoles.awa.change,
  }),
  uploadForDoctor: route('POST /api/doctors/upload-image', {
    summary: 'Store a picture of a doctor: JPEG, PNG, WebP, GIF or AVIF of at most 5 MB.',
    ...uploaded,
    roles: areaRoles.doctors.change,
  }),
};
