import { Input, TextInput, VisuallyHidden, type TextInputProps } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useDroppedFile, usePastedImage } from '#web/form/image-field-events.ts';
import { ImagePreview, type ImageShape } from '#web/form/image-field-preview.tsx';
import { ImageProblem } from '#web/form/image-field-problem.tsx';
import { ImageProgress } from '#web/form/image-field-progress.tsx';
import { useImageUpload, type ImageUpload } from '#web/form/image-field-upload.ts';
import { ImageOver, ImageZone } from '#web/form/image-field-zone.tsx';
import classes from '#web/form/image-field.module.css';
import type { Ready } from '#web/form/use-server-form.ts';
import { focusIsLost, giveFocus } from '#web/lib/focus.ts';
import { isOwnImage } from '#web/lib/image-address.ts';
import { ForeignImage } from '#web/ui/foreign-image.tsx';

const altHint = 'What the picture shows, for people who cannot see it.';

type ImageFieldProps = {
  label: string;
  /** `round` for people, `wide` for headers. */
  shape: ImageShape;
  /** Address of the picture; `''` when there is none. */
  value?: string;
  onChange: (address: string) => void;
  error?: ReactNode;
  /** The form is being sent. */
  readOnly?: boolean;
  upload: ImageUpload;
  /** Of the form: it is sent once the picture is there. */
  waitFor: (ready: Ready) => () => void;
  /** What the picture shows, for those who cannot see it. */
  shows: string;
  /** The field for that, where it is kept with the picture. */
  alt?: TextInputProps;
  /** Stands in the place of a round picture while there is none. */
  fallback?: ReactNode;
};

/**
 * A picture in a form: chosen, dropped, pasted or taken, sent at once, and in the form as its address. In a form of
 * `useCreateForm` or `useEditForm`:
 *
 *     const portrait = imageUpload(api.images.uploadForDoctor);
 *     <ImageField
 *       label="Picture"
 *       shape="round"
 *       upload={portrait}
 *       waitFor={waitFor}
 *       shows={name}
 *       fallback={<Avatar id={id} name={name} size={72} />}
 *       {...field('profileImage')}
 *     />
 *
 * Save waits for a picture that is on its way; while one that was chosen is refused or did not get through, Save leads
 * to it. A picture on another website is never loaded.
 */
export function ImageField(props: ImageFieldProps) {
  const { label, shape, value = '', onChange, error, readOnly = false, upload, waitFor, shows, alt, fallback } = props;
  const field = useRef<HTMLDivElement>(null);
  const id = useId();
  const [said, setSaid] = useState('');
  const { choice, choose, send, shrink, drop } = useImageUpload({
    upload,
    waitFor,
    onUploaded: (address) => {
      onChange(address);
      setSaid('The picture is uploaded.');
    },
  });
  const step = choice?.step;
  const busy = step === 'sending' || step === 'shrinking';
  const take = (file: File) => {
    if (readOnly) return;
    setSaid('');
    choose(file);
  };
  const { over, dropProps } = useDroppedFile(take, readOnly);
  usePastedImage(field, take);

  useEffect(() => {
    if (!busy) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);

  const remove = () => {
    if (readOnly) return;
    onChange('');
    setSaid('The picture is removed.');
    giveFocus(field.current?.querySelector('input'));
  };

  return (
    <div
      ref={field}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      className={classes.field}
      data-shape={shape}
      {...dropProps}
    >
      {shape === 'wide' ? (
        <Input.Label labelElement="div" id={`${id}-label`} className={classes.label}>
          {label}
        </Input.Label>
      ) : (
        <VisuallyHidden id={`${id}-label`}>{label}</VisuallyHidden>
      )}
      <ImagePreview
        shape={shape}
        address={isOwnImage(value) ? value : null}
        file={choice?.file}
        alt={shows}
        fallback={fallback}
      />
      <div className={classes.place}>
        {value !== '' && !isOwnImage(value) && <ForeignImage address={value} />}
        <Step key={step ?? 'rest'}>
          {choice === undefined && (
            <ImageZone filled={value !== ''} invalid={Boolean(error)} onChoose={take} onRemove={remove} />
          )}
          {(choice?.step === 'sending' || choice?.step === 'shrinking') && (
            <ImageProgress choice={choice} onCancel={drop} />
          )}
          {choice?.step === 'failed' && (
            <ImageProblem
              choice={choice}
              onRetry={() => send(choice.file)}
              onShrink={() => shrink(choice.file)}
              onChoose={take}
              onDismiss={drop}
            />
          )}
          {over && <ImageOver />}
        </Step>
        {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
        {alt && value !== '' && <TextInput label="Alt text" description={altHint} {...alt} />}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/** One face of the field. When it goes with the focus in it, the next one has the focus. */
function Step({ children }: { children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const leaving = step.current;
    const field = leaving?.closest('[role="group"]');
    return () => {
      if (!leaving?.contains(document.activeElement)) return;
      // Once the page is as it will be.
      setTimeout(() => {
        if (focusIsLost()) giveFocus(field?.querySelector('input, button'));
      });
    };
  }, []);
  return (
    <div ref={step} className={classes.step}>
      {children}
    </div>
  );
}
