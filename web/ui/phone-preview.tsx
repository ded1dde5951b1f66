import { Box, Group, Text, useComputedColorScheme } from '@mantine/core';
import { IconAntennaBars5, IconBattery4, IconMoon, IconSun, IconWifi } from '@tabler/icons-react';
import { createContext, use, useState, type ReactNode } from 'react';
import { Segmented } from '#web/ui/segmented.tsx';
import classes from '#web/ui/phone-preview.module.css';

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

type PhoneProps = {
  /** Over the phone: `As people will see it`. */
  title: string;
  /** The time on the phone: `8:00`. */
  clock?: string;
  /** Between the title and the phone. */
  above?: ReactNode;
  /** Under the phone. */
  note?: ReactNode;
  /** Below the note: controls for the preview. */
  foot?: ReactNode;
  /** The width from which on it is shown: `md`. */
  visibleFrom?: string;
  /** It is inside a panel, which is already part of the page. */
  inPanel?: boolean;
  children: ReactNode;
};

const PhoneClock = createContext('9:41');

/**
 * The status line at the top of a drawn phone. The phone draws one on the app's background, and the app scrolls under
 * it. A page with another background at its top draws its own over it, in `PhoneHead`.
 */
const PhoneStatus = () => (
  <Group justify="space-between" fz="xs" fw={600} pl={22} pr={20} className={classes.status} aria-hidden="true">
    {use(PhoneClock)}
    <Group component="span" align="flex-start" gap={4}>
      <IconAntennaBars5 size={16} />
      <IconWifi size={16} />
      <IconBattery4 size={18} />
    </Group>
  </Group>
);

type PhoneHeadProps = {
  /** Its height; left out: the whole screen. */
  height?: string;
  ground: string;
  /** The colour of the status line. */
  ink: string;
  children?: ReactNode;
};

/**
 * The top of an app page on a drawn phone, with its own background up to the edge. It scrolls away with the content
 * below.
 */
export const PhoneHead = ({ height = '100%', ground, ink, children }: PhoneHeadProps) => (
  <div className={classes.head} style={{ height, background: ground, color: ink }}>
    <PhoneStatus />
    {children}
  </div>
);

/** A drawing of a phone with the app in it, light or dark, which stays in view in its column. */
export function PhonePreview({
  title,
  clock = '9:41',
  above,
  note,
  foot,
  visibleFrom,
  inPanel = false,
  children,
}: PhoneProps) {
  const page = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [scheme, setScheme] = useState<'light' | 'dark'>(page);
  return (
    <Box
      component={inPanel ? 'div' : 'aside'}
      role={inPanel ? 'group' : undefined}
      className={classes.column}
      aria-label={title}
      visibleFrom={visibleFrom}
    >
      <Group justify="space-between" wrap="nowrap" mb={14}>
        <Text component="h2" fw={600}>
          {title}
        </Text>
        <Segmented label="Phone theme" value={scheme} options={schemes} onChange={setScheme} />
      </Group>
      {above}
      <div
        className={classes.phone}
        data-above={above ? true : undefined}
        data-scheme={scheme}
        data-own-colour
        data-foot={foot ? true : undefined}
      >
        <div className={classes.screen}>
          <PhoneClock value={clock}>
            <PhoneStatus />
            {children}
          </PhoneClock>
          <div className={classes.home} />
        </div>
      </div>
      {note && (
        <Text size="xs" c="dimmed" ta="center" mt={14}>
          {note}
        </Text>
      )}
      {foot}
    </Box>
  );
}
