import { viewsSlot } from '#web/lib/views-slot.ts';

const place = (element: HTMLElement | null) => viewsSlot.set(element);

/** The place of the saved views in a filter bar. Their code comes later. */
export const ViewsSlot = () => <div ref={place} />;
