import { useEffect, useRef, useState } from 'react';
import { shrinkImage } from '#web/form/image-field-shrink.ts';
import type { Ready } from '#web/form/use-server-form.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { fileSize } from '#web/lib/numbers.ts';

/** The upload and the limits of a field's pictures: `imageUpload(route)` of `web/api/upload.ts`. */
export type ImageUpload = {
  /** Stores a picture and returns its address. Throws when it fails. */
  send: (image: File, options: { signal: AbortSignal; onProgress: (part: number) => void }) => Promise<string>;
  explain: (thrown: unknown) => ShownFailure & { code?: string };
  /** The maximum size of an accepted picture, in bytes. */
  maxBytes: number;
  /** The maximum side of a stored picture, in pixels. */
  maxSide: number;
  /** The messages for a file that is too large, and for one that is not a picture. */
  tooLarge: string;
  notAnImage: string;
};

/** Why a chosen file is not in the form. */
export type UploadProblem = {
  failed: ShownFailure;
  /** The same file would be refused again. */
  final: boolean;
  /** A smaller picture may be accepted. */
  shrinkable: boolean;
};

/** A chosen file that is not in the form yet. */
export type ImageChoice = {
  file: File;
  /** The share that has been sent, 0 to 1; undefined while the file is being shrunk. */
  part?: number;
  problem?: UploadProblem;
};

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** The same types in words. */
export const imageFormats = 'JPEG, PNG, WebP, GIF or AVIF';

/** From this size in bytes, shrinking is offered for a picture whose upload failed. */
const heavy = 1024 * 1024;

type ImageUploadInput = {
  upload: ImageUpload;
  /** `waitFor` of the form. */
  waitFor: (ready: Ready) => () => void;
  /** Called with the address of the picture. */
  onUploaded: (address: string) => void;
};

/** Checks, shrinks and sends a chosen file. The form waits until the picture is stored. */
export function useImageUpload({ upload, waitFor, onUploaded }: ImageUploadInput) {
  const [choice, setChoice] = useState<ImageChoice>();
  const run = useRef({ ending: new AbortController(), arrived: Promise.resolve(false) });

  /**
   * Cancels the current upload and starts with this choice. `tell` reports progress, as long as no other upload starts.
   */
  function begin(
    first: ImageChoice | undefined,
    work?: (signal: AbortSignal, tell: (next: ImageChoice | undefined) => void) => Promise<boolean>,
  ) {
    run.current.ending.abort();
    const ending = new AbortController();
    const { signal } = ending;
    setChoice(first);
    const arrived = work?.(signal, (next) => !signal.aborted && setChoice(next)) ?? Promise.resolve(false);
    run.current = { ending, arrived };
  }

  async function sendAsIs(image: File, signal: AbortSignal, tell: (next: ImageChoice | undefined) => void) {
    try {
      const onProgress = (part: number) => tell({ file: image, part });
      onProgress(0);
      const address = await upload.send(image, { signal, onProgress });
      if (signal.aborted) return false;
      tell(undefined);
      onUploaded(address);
      return true;
    } catch (thrown) {
      tell({ file: image, problem: problemOf(image, upload.explain(thrown)) });
      return false;
    }
  }

  /** Sends a picture; one larger than the stored size is shrunk first. With `always`, every picture is shrunk. */
  const send = (file: File, always = false) =>
    begin({ file, ...(!always && { part: 0 }) }, async (signal, tell) => {
      let image = file;
      try {
        const smaller = await shrinkImage(file, { ...upload, always }, signal, () => tell({ file }));
        if (always || smaller.size < file.size) image = smaller;
      } catch {
        // The server also shrinks it, and may support a type that this browser does not.
        if (signal.aborted) return false;
        if (!always) return sendAsIs(file, signal, tell);
        const detail = `This browser cannot shrink ${file.name}. Save it smaller, as a JPEG, and choose that.`;
        const message = file.size > upload.maxBytes ? upload.tooLarge : upload.notAnImage;
        tell({ file, problem: { failed: { message, detail }, final: true, shrinkable: false } });
        return false;
      }
      return sendAsIs(image, signal, tell);
    });

  function choose(file: File) {
    const refuse = (message: string, detail: string, shrinkable: boolean) =>
      begin({ file, problem: { failed: { message, detail: `${file.name} is ${detail}.` }, final: true, shrinkable } });
    // A file without a type may still be a picture: the server checks its content.
    if (file.type && !imageTypes.includes(file.type)) refuse(upload.notAnImage, `not a ${imageFormats}`, false);
    else if (file.size > upload.maxBytes) refuse(upload.tooLarge, fileSize(file.size), true);
    else send(file);
  }

  useEffect(() => () => run.current.ending.abort(), []);

  const unfinished = choice !== undefined;
  useEffect(() => (unfinished ? waitFor(() => run.current.arrived) : undefined), [unfinished, waitFor]);

  return {
    choice,
    choose,
    retry: () => choice && send(choice.file),
    shrink: () => choice && send(choice.file, true),
    drop: () => begin(undefined),
  };
}

/** Why the server refused a file, or why the file did not arrive. */
function problemOf(
  { name, size }: File,
  { message, detail = '', requestId, code }: ReturnType<ImageUpload['explain']>,
): UploadProblem {
  const tooManyPixels = code === 'too_many_pixels';
  const final = tooManyPixels || code === 'not_an_image';
  const reason = tooManyPixels ? 'takes too much memory to open' : `is damaged, or not a ${imageFormats}`;
  const failed = final
    ? { message: detail, detail: `${name} ${reason}.`, requestId }
    : { message, detail: `${detail} ${name} is still here.`.trimStart(), requestId };
  return { failed, final, shrinkable: tooManyPixels || (!final && size > heavy) };
}
