import { useComputedColorScheme } from '@mantine/core';
import { IconAntennaBars5, IconBattery4, IconMoon, IconSun, IconWifi } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Segmented } from '#web/ui/segmented.tsx';
import classes from '#web/ui/phone-preview.module.css';

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

type PhoneProps = {
  /** Over the phone: `As people will see it`. */
  title: string;
  /** Under the phone. */
  note?: string;
  children: ReactNode;
};

/** A drawing of a phone with the app in it, light or dark, that stays in sight in its column. */
export function PhonePreview({ title, note, children }: PhoneProps) {
  const page = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [scheme, setScheme] = useState<'light' | 'dark'>(page);
  return (
    <aside className={classes.column} aria-label={title}>
      <div className={classes.top}>
        <h2 className={classes.title}>{title}</h2>
        <Segmented label="Phone theme" value={scheme} options={schemes} onChange={setScheme} />
      </div>
      <div className={classes.phone} data-scheme={scheme}>
        <div className={classes.screen}>
          <div className={classes.status} aria-hidden="true">
            9:41
            <span className={classes.icons}>
              <IconAntennaBars5 size={16} />
              <IconWifi size={16} />
              <IconBattery4 size={18} />
            </span>
          </div>
          {children}
          <div className={classes.home} />
        </div>
      </div>
      {note && <p className={classes.note}>{note}</p>}
    </aside>
  );
}
