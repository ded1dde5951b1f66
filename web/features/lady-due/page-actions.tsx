import { ActionIcon, Button } from '@mantine/core';
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
  const create: Action[] = may(ladyDueApi.ladyDue.createDefault)
    ? [{ label: 'Create Default', icon: IconSparkles, busyLabel: 'Creating', busy: creating, onClick: onCreate }]
    : [];
  const save: Action = {
    label: 'Export',
    icon: IconDownload,
    busyLabel: 'Exporting',
    busy: exporting,
    onClick: onExport,
  };
  const open: Action[] = may(ladyDueApi.ladyDue.import)
    ? [{ label: 'Import', icon: IconUpload, onClick: onImport }]
    : [];
  const add: Action[] = may(ladyDueApi.categories.create)
    ? [{ label: 'Add Category', icon: IconPlus, onClick: onAdd }]
    : [];
  const folded = [...create, save, ...open];
  const running = folded.find(({ busy }) => busy)?.busyLabel;
  return (
    <>
      {onPreview && (
        <ActionIcon variant="default" aria-label="Preview" aria-haspopup="dialog" onClick={onPreview}>
          <IconDeviceMobile size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
      {isWide ? (
        <>
          {create.map((action) => (
            <Doing key={action.label} action={action} variant="subtle" />
          ))}
          <Doing action={save} />
          {open.map((action) => (
            <Opening key={action.label} action={action} />
          ))}
        </>
      ) : (
        <RowMenu name="Actions for Lady Due" items={phone ? [...folded, ...add] : folded} busy={running} />
      )}
      {!phone && add.map((action) => <Opening key={action.label} action={action} variant="filled" />)}
    </>
  );
}

type ButtonOf = { action: Action; variant?: 'subtle' | 'filled' };

const Doing = ({
  action: { label, icon: ButtonIcon, busy = false, busyLabel = label, onClick },
  ...look
}: ButtonOf) => (
  <BusyButton
    {...look}
    leftSection={<ButtonIcon size={18} stroke={1.6} aria-hidden="true" />}
    busy={busy}
    busyLabel={busyLabel}
    onClick={onClick}
  >
    {label}
  </BusyButton>
);

/** The button opens a dialog. */
const Opening = ({ action: { label, icon: ButtonIcon, onClick }, ...look }: ButtonOf) => (
  <Button
    {...look}
    leftSection={<ButtonIcon size={18} stroke={1.6} aria-hidden="true" />}
    aria-haspopup="dialog"
    onClick={onClick}
  >
    {label}
  </Button>
);
