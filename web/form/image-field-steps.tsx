import { ActionIcon, Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconCamera, IconDownload, IconPhotoUp, IconPhotoX, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useId, type ComponentProps } from 'react';
import { imageTypes, imageFormats, type ImageChoice, type UploadProblem } from '#web/form/image-field-upload.ts';
import classes from '#web/form/image-field.module.css';
import { fileSize } from '#web/lib/numbers.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

/** The frame around each step. */
const frame = { mih: '4.5rem', bd: '1px dashed var(--awa-edge)', bdrs: 'md', bg: 'var(--awa-surface)' } as const;

type FileInputProps = Omit<ComponentProps<'input'>, 'onChange'> & { onChoose: (file: File) => void };

/** The browser's file input. It belongs inside the visible label. */
const FileInput = ({ onChoose, ...rest }: FileInputProps) => (
  <input
    {...rest}
    type="file"
    accept={imageTypes.join()}
    className={classes.input}
    onChange={({ currentTarget }) => {
      const [file] = currentTarget.files ?? [];
      // The same file can be chosen again.
      currentTarget.value = '';
      if (file) onChoose(file);
    }}
  />
);

type ImageZoneProps = {
  /** There is already a picture, which can be replaced or removed. */
  filled: boolean;
  /** For a wide picture: the actions are stacked, as in a form's column. */
  wide: boolean;
  /** The form reports an error for the picture. */
  invalid: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
};

/** The area to choose a picture: from the device, from the camera, or by dropping a file. */
export function ImageZone({ filled, wide, invalid, onChoose, onRemove }: ImageZoneProps) {
  const phone = usePhone();
  const stacked = phone || wide;
  const centered = wide && !filled;
  const hint = useId();
  const choose = `Choose ${filled ? 'another image' : 'an image'}`;
  const drop = phone ? '' : ' or drop it here';
  return (
    <Flex
      {...frame}
      direction={stacked ? 'column' : 'row'}
      align={stacked ? 'stretch' : 'center'}
      bd={invalid ? '1px dashed var(--awa-danger)' : frame.bd}
    >
      <Flex
        component="label"
        className={classes.choose}
        flex={1}
        direction={centered ? 'column' : 'row'}
        align="center"
        justify={centered ? 'center' : undefined}
        ta={centered ? 'center' : undefined}
        gap={centered ? 'xs' : phone ? 'sm' : 'md'}
        miw={0}
        px={phone ? 'md' : 'lg'}
        py={centered ? 'lg' : 'sm'}
        bdrs="md"
      >
        <FileInput
          aria-label={choose + drop}
          aria-describedby={hint}
          aria-invalid={invalid || undefined}
          onChoose={onChoose}
        />
        <IconPhotoUp size={26} stroke={1.4} color="var(--awa-secondary)" style={{ flex: 'none' }} aria-hidden="true" />
        <Box component="span" miw={0}>
          <Text span fw={500} c="var(--awa-link)" className={classes.link}>
            {choose}
          </Text>
          {drop}
          <Text span display="block" size="xs" c="dimmed" textWrap="pretty" id={hint}>
            {imageFormats}, up&nbsp;to&nbsp;5MB
          </Text>
        </Box>
      </Flex>
      {(phone || filled) && (
        <Group
          flex="none"
          gap={phone ? 4 : 'xs'}
          justify={phone && centered ? 'center' : undefined}
          px={stacked ? 'md' : 0}
          pr={stacked ? 'md' : 'sm'}
          pb={stacked ? 'sm' : 0}
        >
          {phone && (
            <Button component="label" leftSection={<IconCamera size={18} stroke={1.6} aria-hidden="true" />}>
              <FileInput capture="environment" onChoose={onChoose} />
              Take a photo
            </Button>
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
        </Group>
      )}
    </Flex>
  );
}

/** Covers the field while a file is dragged over it. */
export const ImageOver = () => (
  <Group
    pos="absolute"
    inset={0}
    justify="center"
    gap="sm"
    bd="2px solid var(--awa-marker)"
    bdrs="md"
    bg="var(--awa-selected)"
    fw={500}
    style={{ pointerEvents: 'none' }}
    aria-hidden="true"
  >
    <IconDownload size={26} stroke={1.4} />
    Let go to upload
  </Group>
);

function progressText({ file, part }: ImageChoice) {
  if (part === undefined) return 'Shrinking it on this device';
  // The whole file is sent, and the server is converting it.
  return part === 1 ? 'Uploaded, just a moment' : `${Math.floor(part * 100)}% of ${fileSize(file.size)}`;
}

/** The progress of a picture's upload. */
export function ImageProgress({ choice, onCancel }: { choice: ImageChoice; onCancel: () => void }) {
  const text = progressText(choice);
  return (
    <Box {...frame} bd="1px solid var(--awa-hairline)" py="xs" pl="md" pr="sm">
      <Group justify="space-between" wrap="nowrap" gap="xs" mb={6}>
        <Text truncate>{choice.file.name}</Text>
        {/* The button is taller than its line. */}
        <ActionIcon aria-label="Cancel the upload" my={-8} onClick={onCancel}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <ProgressBar label={`Upload of ${choice.file.name}`} part={choice.part} text={text} />
      <Text size="xs" c="dimmed" mt={5} data-tabular>
        {text}
      </Text>
    </Box>
  );
}

type ImageProblemProps = {
  problem: UploadProblem;
  onRetry: () => void;
  onShrink: () => void;
  onChoose: (file: File) => void;
  onDismiss: () => void;
};

/** Why a chosen file is not in the form, with the possible actions. */
export function ImageProblem({ problem, onRetry, onShrink, onChoose, onDismiss }: ImageProblemProps) {
  const phone = usePhone();
  const words = useId();
  const { failed, final, shrinkable } = problem;
  const small = { size: 'xs', c: 'dimmed', textWrap: 'pretty' } as const;
  return (
    <Flex
      {...frame}
      bd="1px dashed var(--awa-danger)"
      wrap="wrap"
      gap={phone ? '10px 12px' : '10px 16px'}
      px={phone ? 'md' : 'lg'}
      py="sm"
    >
      <IconPhotoX size={26} stroke={1.4} color="var(--awa-danger)" style={{ flex: 'none' }} aria-hidden="true" />
      <Box id={words} role="alert" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={500} c="var(--awa-danger)">
          {failed.message}
        </Text>
        {failed.detail && <Text {...small}>{failed.detail}</Text>}
        {failed.requestId && <Text {...small}>Request {failed.requestId}</Text>}
      </Box>
      <Group w="100%" gap="xs" pl={phone ? 0 : 42}>
        {!final && (
          <Button leftSection={<IconRefresh size={18} stroke={1.6} aria-hidden="true" />} onClick={onRetry}>
            Retry
          </Button>
        )}
        {shrinkable && <Button onClick={onShrink}>Shrink and upload</Button>}
        <Button component="label">
          <FileInput aria-describedby={words} aria-invalid onChoose={onChoose} />
          Choose another
        </Button>
        <Button variant="subtle" onClick={onDismiss}>
          Dismiss
        </Button>
      </Group>
    </Flex>
  );
}
