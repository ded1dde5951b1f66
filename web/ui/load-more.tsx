import { BusyButton } from '#web/ui/busy-button.tsx';
import classes from '#web/ui/load-more.module.css';

type OlderFootProps = {
  /** How much of the list is shown: `Showing the newest 50 of 212`. */
  text: string;
  /** Whether there is more, or was before it was shown. Without it there is no button. */
  grows: boolean;
  /** Left out at the end: the button is off then, and keeps the focus. */
  onShow?: (() => void) | undefined;
  busy: boolean;
};

/** The foot of a list, newest first, that grows by older rows. */
export function LoadMore({ text, grows, onShow, busy }: OlderFootProps) {
  return (
    <div className={classes.foot}>
      <p className={classes.text} role="status">
        {text}
      </p>
      {grows && (
        <BusyButton size="xs" busy={busy} busyLabel="Loading" off={!onShow} onClick={() => onShow?.()}>
          Show older
        </BusyButton>
      )}
    </div>
  );
}
