import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';

const ToggleIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? (
    <IconEyeOff size={18} stroke={1.6} aria-hidden="true" />
  ) : (
    <IconEye size={18} stroke={1.6} aria-hidden="true" />
  );

/** A password field with a button that shows and hides the password, also by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, { toggle }] = useDisclosure(false);
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error) || undefined}
      {...props}
      visible={visible}
      onVisibilityChange={toggle}
      visibilityToggleIcon={ToggleIcon}
      visibilityToggleButtonProps={{
        'aria-label': visible ? 'Hide password' : 'Show password',
        tabIndex: 0,
      }}
    />
  );
}
