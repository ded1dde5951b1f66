import { Group, Stack, UnstyledButton } from '@mantine/core';
import {
  IconActivity,
  IconArrowBackUp,
  IconCalendar,
  IconRubberStamp,
  IconSearch,
  IconTrash,
  IconUserCircle,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { historyRoutes } from '#contract/history.ts';
import { usePermission } from '#web/api/permissions.ts';
import { accountPages } from '#web/app/areas.ts';
import classes from '#web/app/shell.module.css';
import { type ShellLayer, shellLayer } from '#web/lib/shell-layer.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { SchemeSwitch } from '#web/ui/scheme-switch.tsx';
import { ShortcutSwitch } from '#web/ui/shortcut-switch.tsx';

const icons: Record<(typeof accountPages)[number]['to'], Icon> = {
  '/admin/desk/calendar': IconCalendar,
  '/admin/desk/review': IconRubberStamp,
  '/admin/desk/activity': IconActivity,
  '/admin/desk/bin': IconTrash,
  '/admin/desk/account': IconUserCircle,
  '/admin/desk/staff': IconUsers,
};

type LayerItemProps = { layer: ShellLayer; icon: Icon; label: string; onChoose: () => void };

/** Closes the menu, and opens a layer. */
const LayerItem = ({ layer, icon: LayerIcon, label, onChoose }: LayerItemProps) => (
  <UnstyledButton
    className={classes.page}
    onClick={() => {
      onChoose();
      shellLayer.set(layer);
    }}
  >
    <LayerIcon size={18} stroke={1.6} aria-hidden="true" />
    {label}
  </UnstyledButton>
);

/** The items of the account menu: the pages of the account, the theme and, except on phones, the shortcuts. */
export function AccountItems({ onChoose }: { onChoose: () => void }) {
  const phone = usePhone();
  const may = usePermission();
  return (
    <>
      <Stack component="nav" gap={0} aria-label="Account" className={classes.pages}>
        {accountPages.filter(may).map(({ label, to }) => {
          const PageIcon = icons[to];
          return (
            <Link key={to} to={to} className={classes.page} onClick={onChoose}>
              <PageIcon size={18} stroke={1.6} aria-hidden="true" />
              {label}
            </Link>
          );
        })}
      </Stack>
      {phone && <LayerItem layer="palette" icon={IconSearch} label="Search the desk" onChoose={onChoose} />}
      {may(historyRoutes.undo) && (
        <LayerItem layer="undo" icon={IconArrowBackUp} label="Undo my last change" onChoose={onChoose} />
      )}
      <Group justify="space-between" gap={24} className={classes.setting}>
        Theme
        <SchemeSwitch />
      </Group>
      {!phone && (
        <div className={classes.setting}>
          <ShortcutSwitch />
        </div>
      )}
    </>
  );
}
