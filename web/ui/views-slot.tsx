import { viewsSlot } from '#web/lib/views-slot.ts';
import classes from '#web/ui/views-slot.module.css';

const place = (element: HTMLElement | null) => viewsSlot.set(element);

/** The place of the saved views in a filter bar. It keeps the room of their button, whose code comes later. */
export const ViewsSlot = () => <div ref={place} className={classes.slot} data-views-slot />;
