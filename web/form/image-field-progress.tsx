import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Choice } from '#web/form/image-field-upload.ts';
import classes from '#web/form/image-field.module.css';
import { fileSize } from '#web/lib/numbers.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

type ImageProgressProps = {
  choice: Choice & { step: 'shrinking' | 'sending' };
  onCancel: () => void;
};

function wordsOf(choice: ImageProgressProps['choice']) {
  if (choice.step === 'shrinking') return 'Shrinking it on this device';
  // All is sent, and the server makes its own picture of it.
  if (choice.part === 1) return 'Sent, one moment more';
  return `${Math.floor(choice.part * 100)}% of ${fileSize(choice.file.size)}`;
}

/** How far a picture has come on its way to the server. */
export function ImageProgress({ choice, onCancel }: ImageProgressProps) {
  const text = wordsOf(choice);
  return (
    <div className={classes.progress}>
      <div className={classes.name}>
        <span className={classes.file}>{choice.file.name}</span>
        <ActionIcon aria-label="Cancel the upload" className={classes.cancel} onClick={onCancel}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </div>
      <ProgressBar
        label={`Upload of ${choice.file.name}`}
        part={choice.step === 'sending' ? choice.part : undefined}
        text={text}
      />
      <p className={classes.percent}>{text}</p>
    </div>
  );
}
