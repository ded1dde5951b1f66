import { ActionIcon, Stack, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { DropDown, useDropDown } from '#web/ui/drop-down.tsx';

const useSetting = (name: string) =>
  useLocalStorage({ key: `awa-desk-posts-${name}`, defaultValue: false, getInitialValueInEffect: false });

/** How posts are shown on this device. */
export function usePostSettings() {
  const [pictures, setPictures] = useSetting('pictures');
  const [anonymous, setAnonymous] = useSetting('anonymous');
  return {
    /** Pictures are shown at once, not only on request. */
    pictures: pictures && !anonymous,
    setPictures,
    /**
     * Names and profile pictures are hidden. A picture in a post can reveal its author too: it loads only on request.
     */
    anonymous,
    setAnonymous,
  };
}

export type PostSettings = ReturnType<typeof usePostSettings>;

/** The switches of these settings, behind a button. */
export function PostSettingsButton({ pictures, setPictures, anonymous, setAnonymous }: PostSettings) {
  const { button, dropDown } = useDropDown();
  const ButtonIcon = anonymous ? IconEyeOff : IconEye;
  return (
    <>
      <ActionIcon {...button} variant="subtle" aria-label="Display of posts" title="Display of posts">
        <ButtonIcon size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <DropDown {...dropDown} position="bottom-end" trapFocus>
        <Stack gap="xs" p="sm" maw="20rem">
          <Switch
            label="Hide names and pictures"
            description="You review without knowing who wrote."
            checked={anonymous}
            onChange={(event) => setAnonymous(event.currentTarget.checked)}
          />
          <Switch
            label="Show pictures at once"
            description="When off, click a picture to show it."
            disabled={anonymous}
            checked={pictures}
            onChange={(event) => setPictures(event.currentTarget.checked)}
          />
        </Stack>
      </DropDown>
    </>
  );
}
