import type { Icon } from '@tabler/icons-react';
import { useRef } from 'react';
import { useOpenerFocus } from '#web/lib/focus.ts';
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
  /** The thing that the action opens is open. When that closes with the focus in it, the action gets the focus. */
  opened?: boolean;
  onClick: () => void;
};

type ActionListProps = {
  /** The thing that the actions are for: `“Clinics open at nine…”`. */
  of: string;
  actions: readonly Action[];
  /** Hides the actions while the row shows something else, such as its editor. */
  hidden?: boolean;
};

/** The actions of a row: quiet buttons at its end, on phones a menu. */
export function ActionList({ of, actions, hidden = false }: ActionListProps) {
  const phone = usePhone();
  const menu = useRef<HTMLButtonElement>(null);
  useOpenerFocus(
    actions.some(({ opened }) => opened),
    menu,
  );
  const busy = actions.find((action) => action.busy)?.busy || undefined;
  return (
    <div hidden={hidden}>
      {phone ? (
        <RowMenu ref={menu} name={`Actions for ${of}`} busy={busy} items={[...actions]} />
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

function Button({ of, label, danger, busy = false, opened = false, onClick }: Action & { of: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useOpenerFocus(opened, button);
  const name = `${label} ${of}`;
  if (danger) return <RowDelete name={name} onClick={onClick} />;
  return (
    <RowAction
      ref={button}
      label={label}
      name={name}
      busy={busy !== false}
      busyLabel={busy || label}
      onClick={onClick}
    />
  );
}
