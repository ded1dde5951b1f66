import { maxCsvBytes } from '#contract/doctor-import.ts';
import { failures } from '#contract/errors.ts';
import type { ChosenFile } from '#web/entity/import/use-import.ts';
import type { ShownFailure } from '#web/lib/failure.ts';
import { fileSize } from '#web/lib/numbers.ts';

export type DoctorFile = ChosenFile & { text: string };

/** Reads a chosen file, or returns why it cannot be imported. */
export async function readDoctorFile(file: File): Promise<DoctorFile | ShownFailure> {
  const { name, size } = file;
  if (size > maxCsvBytes) {
    const detail = `${name} is ${fileSize(size)}. A file can be ${fileSize(maxCsvBytes)} at most. Nothing was sent.`;
    return { message: failures.content.import, detail };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { name, size, text };
  } catch {
    const detail = `${name} is not in UTF-8. In the spreadsheet choose “CSV UTF-8” when you save it. Nothing was sent.`;
    return { message: failures.content.importFormat, detail };
  }
}
