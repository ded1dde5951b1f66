import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { giveFocus } from '#web/lib/focus.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import classes from '#web/ui/draft-offer.module.css';

type DraftOfferProps = {
  /** `Unsaved text`. */
  what: string;
  at: Date;
  /** How it begins. */
  excerpt: string;
  onGoOn: () => void;
  onDiscard: () => void;
};

/** The focus goes on to the form or the row that the offer stood in, once that is as it will be. */
function handOn({ currentTarget }: MouseEvent) {
  const home = currentTarget.closest('form, [data-row]');
  setTimeout(() => giveFocus(home?.querySelector('textarea, input, button')));
}

/** Text that was typed and not saved, with its age: to go on with, or to let go. */
export function DraftOffer({ what, at, excerpt, onGoOn, onDiscard }: DraftOfferProps) {
  return (
    <div className={classes.offer}>
      <IconDeviceFloppy size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <p>
          {what} from <RelativeTime at={at} />
        </p>
        <p className={classes.excerpt}>{excerpt}</p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Go on writing “${excerpt}”`}
          onClick={(event) => {
            handOn(event);
            onGoOn();
          }}
        >
          Go on writing
        </Button>
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Discard “${excerpt}”`}
          onClick={(event) => {
            handOn(event);
            onDiscard();
          }}
        >
          Discard
        </Button>
      </div>
    </div>
  );
}
