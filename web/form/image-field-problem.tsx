import { Button } from '@mantine/core';
import { IconPhotoX, IconRefresh } from '@tabler/icons-react';
import { useId } from 'react';
import { ChooseImage } from '#web/form/image-field-choose.tsx';
import type { Choice } from '#web/form/image-field-upload.ts';
import classes from '#web/form/image-field.module.css';

type ImageProblemProps = {
  choice: Choice & { step: 'failed' };
  onRetry: () => void;
  onShrink: () => void;
  onChoose: (file: File) => void;
  onDismiss: () => void;
};

/** Why a chosen file is not in the form, and what can be done about it. */
export function ImageProblem({ choice, onRetry, onShrink, onChoose, onDismiss }: ImageProblemProps) {
  const words = useId();
  const { failed, final, shrinkable } = choice;
  return (
    <div className={classes.problem}>
      <IconPhotoX size={26} stroke={1.4} className={classes.icon} aria-hidden="true" />
      <div id={words} role="alert" className={classes.words}>
        <p className={classes.message}>{failed.message}</p>
        {failed.detail && <p className={classes.detail}>{failed.detail}</p>}
        {failed.requestId && <p className={classes.detail}>Request {failed.requestId}</p>}
      </div>
      <div className={classes.actions}>
        {!final && (
          <Button leftSection={<IconRefresh size={18} stroke={1.6} aria-hidden="true" />} onClick={onRetry}>
            Retry
          </Button>
        )}
        {shrinkable && <Button onClick={onShrink}>Shrink and upload</Button>}
        <ChooseImage look={classes.button} invalid describedBy={words} onChoose={onChoose}>
          Choose another
        </ChooseImage>
        <Button variant="subtle" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
