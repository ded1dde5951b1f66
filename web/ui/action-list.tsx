import type { Icon } from '@tabler/icons-react';
import { usePhone } from '#web/lib/use-phone.ts';
import { RowAction, RowActions, RowDelete } from '#web/ui/row-actions.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';

type Action = {
  /** `Edit` */
  label: string;
  icon: Icon;
  /** Shown as a bin, in red. */
  danger?: boolean;
  /** The label while the action is running: `Disabling`. */
  busy?: string | false;
  /** The action opens the panel of the record. It gets the focus back when the panel closes. */
  opensPanel?: boolean;
  onClick: () => void;
};

type ActionListProps = {
  /** The name of the record: `“Clinics open at nine…”`. */
  of: string;
  actions: readonly Action[];
  /** Hides the actions while the row shows other content, such as its editor. */
  hidden?: boolean;
};

/** The actions of a row: quiet buttons at its end, or a menu on phones. */
export function ActionList({ of, actions, hidden = false }: ActionListProps) {
  const phone = usePhone();
  const busy = actions.find((action) => action.busy)?.busy || undefined;
  return (
    <div hidden={hidden}>
      {phone ? (
        <RowMenu name={`Actions for ${of}`} busy={busy} items={[...actions]} />
      ) : (
        <RowActions>
          {actions.map((action) => (
            <Button key={action.label} of={of} {...action} />
          ))}
        </RowActions>
      )}
    </div>
  );
}

function Button({ of, label, danger, busy = false, ...action }: Action & { of: string }) {
  const name = `${label} ${of}`;
  if (danger) return <RowDelete name={name} onClick={action.onClick} />;
  return <RowAction label={label} name={name} busy={busy !== false} busyLabel={busy || label} {...action} />;
}
