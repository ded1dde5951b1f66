import { ActionIcon, type ButtonProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Icon, IconDeviceMobile, IconDownload, IconPlus, IconSparkles, IconUpload } from '@tabler/icons-react';
import { ladyDueApi } from '#contract/lady-due.ts';
import { usePermission } from '#web/api/permissions.ts';
import { usePhone } from '#web/lib/use-phone.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';

type PageActionsProps = {
  /** Left out where the preview has room beside the tree. */
  onPreview: (() => void) | undefined;
  /** The default content is being created, or the mode is being exported. */
  creating: boolean;
  exporting: boolean;
  onCreate: () => void;
  onExport: () => void;
  onImport: () => void;
  onAdd: () => void;
};

type Action = { label: string; icon: Icon; busyLabel?: string; busy?: boolean; onClick: () => void };

/** From this width on, all actions fit side by side. */
const wide = '(min-width: 64em)';

/** The actions on a whole mode: side by side or, without room, in a menu. */
export function PageActions(props: PageActionsProps) {
  const { onPreview, creating, exporting, onCreate, onExport, onImport, onAdd } = props;
  const phone = usePhone();
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false });
  const may = usePermission();
  const create = {
    label: 'Create Default',
    icon: IconSparkles,
    busyLabel: 'Creating',
    busy: creating,
    onClick: onCreate,
  };
  const save = { label: 'Export', icon: IconDownload, busyLabel: 'Exporting', busy: exporting, onClick: onExport };
  const open = { label: 'Import', icon: IconUpload, onClick: onImport };
  const add = { label: 'Add Category', icon: IconPlus, onClick: onAdd };
  const mayAdd = may(ladyDueApi.categories.create);
  const folded: Action[] = [
    ...(may(ladyDueApi.ladyDue.createDefault) ? [create] : []),
    save,
    ...(may(ladyDueApi.ladyDue.import) ? [open] : []),
  ];
  const running = folded.find(({ busy }) => busy)?.busyLabel;
  return (
    <>
      {onPreview && (
        <ActionIcon variant="default" aria-label="Preview" aria-haspopup="dialog" onClick={onPreview}>
          <IconDeviceMobile size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
      {isWide ? (
        folded.map((action) => (
          <ActionButton key={action.label} action={action} variant={action === create ? 'subtle' : 'default'} />
        ))
      ) : (
        <RowMenu name="Actions for Lady Due" items={phone && mayAdd ? [...folded, add] : folded} busy={running} />
      )}
      {!phone && mayAdd && <ActionButton action={add} variant="filled" />}
    </>
  );
}

/** Without a `busyLabel`, the button opens a dialog. */
const ActionButton = ({ action, variant }: { action: Action; variant: ButtonProps['variant'] }) => (
  <BusyButton
    variant={variant}
    leftSection={<action.icon size={18} stroke={1.6} aria-hidden="true" />}
    busy={action.busy ?? false}
    busyLabel={action.busyLabel ?? action.label}
    aria-haspopup={action.busyLabel === undefined ? 'dialog' : undefined}
    onClick={action.onClick}
  >
    {action.label}
  </BusyButton>
);
