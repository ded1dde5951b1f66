import { Box, Flex, Input, Stack, TextInput, VisuallyHidden, type TextInputProps } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { useDroppedFile, usePastedImage } from '#web/form/image-field-drop.ts';
import { ImagePreview, type ImageShape } from '#web/form/image-field-preview.tsx';
import { ImageOver, ImageProblem, ImageProgress, ImageZone } from '#web/form/image-field-steps.tsx';
import { useImageUpload, type ImageUpload } from '#web/form/image-field-upload.ts';
import type { Ready } from '#web/form/use-server-form.ts';
import { isOwnImage } from '#web/lib/image-address.ts';
import { ForeignImage } from '#web/ui/foreign-image.tsx';

const altHint = 'What the picture shows, for people who cannot see it.';
const oldAltHint = 'Written for the earlier picture. Does it describe this one?';

type ImageFieldProps = {
  label: string;
  /** `round` for portraits, `wide` for header pictures. */
  shape: ImageShape;
  /** The address of the picture; `''` when there is none. */
  value?: string;
  onChange: (address: string) => void;
  error?: ReactNode;
  /** The form is being sent. */
  readOnly?: boolean;
  upload: ImageUpload;
  /** `waitFor` of the form, which is sent once the picture is stored. */
  waitFor: (ready: Ready) => () => void;
  /** The description of the picture for screen readers. */
  shows: string;
  /** An initial file, as if it had been chosen here. */
  first?: File | undefined;
  /** The props of the description field, if the description is stored with the picture. */
  alt?: TextInputProps;
  /** Shown instead of a round picture while there is none. */
  fallback?: ReactNode;
};

/**
 * A field for a picture, which can be chosen, dropped, pasted or taken with the camera. It is uploaded at once, and the
 * form stores its address. In a form of `useEntityCreate` or `useEntityEdit`:
 *
 *     const portrait = imageUpload(imageRoutes.uploadForDoctor);
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
 * Save waits for an upload. While a chosen picture is refused or its upload has failed, Save moves the focus to this
 * field. A picture on another website is never loaded.
 */
export function ImageField(props: ImageFieldProps) {
  const {
    label,
    shape,
    value = '',
    onChange,
    error,
    readOnly = false,
    upload,
    waitFor,
    shows,
    first,
    alt,
    fallback,
  } = props;
  const field = useRef<HTMLDivElement>(null);
  const id = useId();
  const [said, setSaid] = useState('');
  /** The description at the time when another picture was uploaded. */
  const [oldAlt, setOldAlt] = useState<unknown>();
  const change = (address: string, what: string) => {
    onChange(address);
    setSaid(`The picture is ${what}.`);
  };
  const { choice, choose, retry, shrink, drop } = useImageUpload({
    upload,
    waitFor,
    onUploaded: (address) => {
      setOldAlt(alt?.value);
      change(address, 'uploaded');
    },
  });
  const { file, problem } = choice ?? {};
  const sending = choice && !problem;
  const wide = shape === 'wide';
  const filled = value !== '';
  const own = isOwnImage(value);
  const take = (chosen: File) => {
    if (readOnly) return;
    setSaid('');
    choose(chosen);
  };
  const begin = useEffectEvent(take);
  useEffect(() => {
    // Starting the upload updates the field's state.
    // oxlint-disable-next-line react/set-state-in-effect
    if (first) begin(first);
  }, [first]);
  const { over, dropProps } = useDroppedFile(take, readOnly);
  usePastedImage(field, take);
  useWindowEvent('beforeunload', (event) => {
    if (sending) event.preventDefault();
  });

  const remove = () => {
    if (readOnly) return;
    change('', 'removed');
  };

  return (
    <Flex
      ref={field}
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      direction={{ base: 'column', sm: wide ? 'column' : 'row' }}
      align={{ base: 'stretch', sm: wide ? 'stretch' : 'flex-start' }}
      gap={{ base: 'sm', sm: wide ? 'sm' : 'lg' }}
      miw={0}
      {...dropProps}
    >
      {wide ? (
        <Input.Label labelElement="div" id={`${id}-label`} mb={-6}>
          {label}
        </Input.Label>
      ) : (
        <VisuallyHidden id={`${id}-label`}>{label}</VisuallyHidden>
      )}
      <ImagePreview shape={shape} address={own ? value : null} file={file} alt={shows} fallback={fallback} />
      <Stack flex={1} gap="sm" miw={0}>
        {filled && !own && <ForeignImage address={value} />}
        <Box pos="relative">
          {!choice && (
            <ImageZone filled={filled} wide={wide} invalid={Boolean(error)} onChoose={take} onRemove={remove} />
          )}
          {sending && <ImageProgress choice={choice} onCancel={drop} />}
          {problem && (
            <ImageProblem problem={problem} onRetry={retry} onShrink={shrink} onChoose={take} onDismiss={drop} />
          )}
          {over && <ImageOver />}
        </Box>
        {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
        {alt && filled && (
          <TextInput label="Alt text" description={oldAlt && alt.value === oldAlt ? oldAltHint : altHint} {...alt} />
        )}
      </Stack>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Flex>
  );
}
