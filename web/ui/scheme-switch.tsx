import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Segmented } from '#web/ui/segmented.tsx';

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] satisfies { value: MantineColorScheme; label: string; icon: unknown }[];

/** Chooses light, dark, or the setting of the system. Kept on this device. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return <Segmented label="Theme" value={colorScheme} options={schemes} onChange={setColorScheme} />;
}
