import { useId, type ReactNode } from 'react';
import { imageTypes } from '#web/form/image-field-upload.ts';
import classes from '#web/form/image-field.module.css';

type ChooseImageProps = {
  /** The look of what is pressed. */
  look: string | undefined;
  onChoose: (file: File) => void;
  /** Opens the phone's camera instead of its pictures. */
  camera?: boolean;
  /** What was chosen before is refused. */
  invalid?: boolean;
  /** Id of what is to be read with it. */
  describedBy?: string;
  /** Its name. */
  children: ReactNode;
  /** What stands around the name, and can be pressed too. */
  before?: ReactNode;
  after?: ReactNode;
};

/** The browser's own field for a file, with our look. */
export function ChooseImage(props: ChooseImageProps) {
  const { look, onChoose, camera = false, invalid = false, describedBy, children, before, after } = props;
  const id = useId();
  return (
    <>
      <input
        type="file"
        id={id}
        accept={imageTypes.join()}
        capture={camera ? 'environment' : undefined}
        aria-labelledby={`${id}-name`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className={classes.input}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
      <label htmlFor={id} className={look}>
        {before}
        <span id={`${id}-name`}>{children}</span>
        {after}
      </label>
    </>
  );
}
