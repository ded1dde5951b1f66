import { Button } from '@mantine/core';
import { IconCamera, IconDownload, IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { ChooseImage } from '#web/form/image-field-choose.tsx';
import { kinds } from '#web/form/image-field-upload.ts';
import classes from '#web/form/image-field.module.css';
import { usePhone } from '#web/lib/use-phone.ts';

type ImageZoneProps = {
  /** There is a picture, which can be replaced or removed. */
  filled: boolean;
  /** The form says that something is wrong with it. */
  invalid: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
};

/** Where a picture is chosen: from the device, from the camera, or dropped. */
export function ImageZone({ filled, invalid, onChoose, onRemove }: ImageZoneProps) {
  const phone = usePhone();
  const hint = useId();
  const what = filled ? 'another image' : 'an image';
  return (
    <div className={classes.zone} data-invalid={invalid || undefined} data-filled={filled || undefined}>
      <ChooseImage
        look={classes.choose}
        onChoose={onChoose}
        invalid={invalid}
        describedBy={hint}
        before={<IconPhotoUp size={26} stroke={1.4} className={classes.icon} aria-hidden="true" />}
        after={
          <span id={hint} className={classes.hint}>
            {kinds}, up&nbsp;to&nbsp;5MB
          </span>
        }
      >
        <span className={classes.link}>Choose {what}</span>
        {!phone && ' or drop it here'}
      </ChooseImage>
      {(phone || filled) && (
        <div className={classes.actions}>
          {phone && (
            <ChooseImage
              camera
              look={classes.button}
              onChoose={onChoose}
              before={<IconCamera size={18} stroke={1.6} aria-hidden="true" />}
            >
              Take a photo
            </ChooseImage>
          )}
          {filled && (
            <Button
              variant="subtle"
              leftSection={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Lies over the field while a file is held there. */
export function ImageOver() {
  return (
    <div className={classes.over} aria-hidden="true">
      <IconDownload size={26} stroke={1.4} />
      Let go to upload
    </div>
  );
}
