import { Input, TextInput } from '@mantine/core';
import {
  IconActivity,
  IconBed,
  IconBolt,
  IconClock,
  IconFlower,
  IconHeart,
  IconLeaf,
  IconMoon,
  IconSparkles,
  IconTarget,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { type Activity, type ActivityIcon, activityIcons } from '#contract/cycle.ts';
import type { FieldsForm } from '#web/entity/entity-form.tsx';
import classes from '#web/features/cycle/cycle.module.css';
import type { activity } from '#web/features/cycle/kinds.ts';
import { Segmented } from '#web/ui/segmented.tsx';

const icons: Record<ActivityIcon, Icon> = {
  activity: IconActivity,
  heart: IconHeart,
  moon: IconMoon,
  flower: IconFlower,
  zap: IconBolt,
  bed: IconBed,
  leaf: IconLeaf,
  users: IconUsers,
  clock: IconClock,
  target: IconTarget,
  sparkles: IconSparkles,
};

type Face = Pick<Activity, 'icon' | 'iconType' | 'backgroundColor'>;

/** The icon of an activity on its colour, as the app draws it. */
export function ActivityTile({ icon, iconType, backgroundColor }: Face) {
  const Drawn = icons[icon as ActivityIcon];
  return (
    <span className={classes.tile} style={{ background: backgroundColor || undefined }} aria-hidden="true">
      {iconType === 'icon' && Drawn ? <Drawn size={22} stroke={1.6} /> : icon}
    </span>
  );
}

/** Chooses one of the icons of the app, or takes an emoji. */
export function ActivityIconField({ form: { form, field, busy } }: { form: FieldsForm<typeof activity.blank> }) {
  const { icon, iconType } = form.values;
  const { label, error } = field('icon') as { label: string; error?: string };
  const choose = (next: string, type: Activity['iconType']) => {
    if (!busy) form.setValues({ icon: next, iconType: type });
  };
  return (
    <>
      <Input.Wrapper label={label} labelElement="div">
        <Segmented
          label={label}
          value={iconType === 'icon' ? icon : ''}
          options={activityIcons.map((name) => ({ value: name, label: name, icon: icons[name] }))}
          onChange={(name) => choose(name, 'icon')}
        />
      </Input.Wrapper>
      <TextInput
        label="Or an emoji"
        description="Your keyboard has them: on Windows with the key Windows and the full stop."
        autoComplete="off"
        error={error}
        readOnly={busy}
        value={iconType === 'emoji' ? icon : ''}
        onChange={(event) => {
          const emoji = event.currentTarget.value;
          choose(emoji || 'activity', emoji ? 'emoji' : 'icon');
        }}
      />
    </>
  );
}
