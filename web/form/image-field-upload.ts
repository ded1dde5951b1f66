import { useEffect, useRef, useState } from 'react';
import { shrinkImage } from '#web/form/image-field-shrink.ts';
import type { Ready } from '#web/form/use-server-form.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { fileSize } from '#web/lib/numbers.ts';

/** Where the pictures of a field go, and the rules there: `imageUpload(route)` of `web/api/upload.ts`. */
export type ImageUpload = {
  /** Stores a picture and gives its address. Throws when it fails. */
  send: (image: File, options: { signal: AbortSignal; onProgress: (part: number) => void }) => Promise<string>;
  explain: (thrown: unknown) => ShownFailure & { code?: string };
  /** Largest picture that is taken, in bytes. */
  maxBytes: number;
  /** Longest side of a stored picture, in pixels. */
  maxSide: number;
  /** What is said of a file that is larger, and of one that is no picture. */
  tooLarge: string;
  notAnImage: string;
};

/** A file that was chosen, on its way into the form. */
export type Choice = { file: File } & (
  | { step: 'shrinking' }
  | { step: 'sending'; part: number }
  /** `final`: the same file would be refused again. `shrinkable`: a smaller one has better chances. */
  | { step: 'failed'; failed: ShownFailure; final: boolean; shrinkable: boolean }
);

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** The same in words. */
export const kinds = 'JPEG, PNG, WebP, GIF or AVIF';

/** Bytes from which a picture that did not get through may do so when it is shrunk. */
const heavy = 1024 * 1024;

type ImageUploadInput = {
  upload: ImageUpload;
  /** Of the form. */
  waitFor: (ready: Ready) => () => void;
  /** Gets its address. */
  onUploaded: (address: string) => void;
};

/** Brings a chosen file to the server: checks, shrinks and sends it. As long as it is not there, the form waits for it. */
export function useImageUpload({ upload, waitFor, onUploaded }: ImageUploadInput) {
  const [choice, setChoice] = useState<Choice>();
  const run = useRef<{ ending: AbortController; arrived: Promise<boolean> }>(undefined);

  function drop() {
    run.current?.ending.abort();
    run.current = undefined;
    setChoice(undefined);
  }

  /** Starts over with a file. What is under way is called off: nothing that it still says counts. */
  function begin(work: (signal: AbortSignal, now: (choice?: Choice) => void) => Promise<boolean>) {
    drop();
    const ending = new AbortController();
    const { signal } = ending;
    const now = (choice?: Choice) => {
      if (!signal.aborted) setChoice(choice);
    };
    run.current = { ending, arrived: work(signal, now) };
  }

  async function sendNow(file: File, signal: AbortSignal, now: (choice?: Choice) => void) {
    now({ step: 'sending', file, part: 0 });
    try {
      const address = await upload.send(file, { signal, onProgress: (part) => now({ step: 'sending', file, part }) });
      if (signal.aborted) return false;
      now();
      onUploaded(address);
      return true;
    } catch (thrown) {
      const { message, detail = '', requestId, code } = upload.explain(thrown);
      const tooManyPixels = code === 'too_many_pixels';
      const final = tooManyPixels || code === 'not_an_image';
      const reason = tooManyPixels ? 'takes too much memory to open' : `is damaged, or not a ${kinds}`;
      const failed = final
        ? { message: detail, detail: `${file.name} ${reason}.`, requestId }
        : { message, detail: `${detail} ${file.name} is still here.`.trimStart(), requestId };
      now({ step: 'failed', file, failed, final, shrinkable: tooManyPixels || (!final && file.size > heavy) });
      return false;
    }
  }

  const send = (file: File) => begin((signal, now) => sendNow(file, signal, now));

  const shrink = (file: File) =>
    begin(async (signal, now) => {
      now({ step: 'shrinking', file });
      let smaller: File;
      try {
        smaller = await shrinkImage(file, upload, signal);
      } catch {
        const detail = `This browser cannot shrink ${file.name}. Save it smaller, as a JPEG, and choose that.`;
        const failed = { message: file.size > upload.maxBytes ? upload.tooLarge : upload.notAnImage, detail };
        now({ step: 'failed', file, failed, final: true, shrinkable: false });
        return false;
      }
      return sendNow(smaller, signal, now);
    });

  function choose(file: File) {
    const refuse = (failed: ShownFailure, shrinkable: boolean) => {
      drop();
      setChoice({ step: 'failed', file, failed, final: true, shrinkable });
    };
    // What has no type may still be a picture: the server looks into it.
    if (file.type && !imageTypes.includes(file.type)) {
      refuse({ message: upload.notAnImage, detail: `${file.name} is not a ${kinds}.` }, false);
    } else if (file.size > upload.maxBytes) {
      refuse({ message: upload.tooLarge, detail: `${file.name} is ${fileSize(file.size)}.` }, true);
    } else send(file);
  }

  useEffect(() => () => run.current?.ending.abort(), []);

  const unfinished = choice !== undefined;
  useEffect(
    () => (unfinished ? waitFor(async () => (await run.current?.arrived) ?? false) : undefined),
    [unfinished, waitFor],
  );

  return { choice, choose, send, shrink, drop };
}
