import { viewsSlot } from '#web/lib/views-slot.ts';

const place = (element: HTMLElement | null) => viewsSlot.set(element);

/** The place of the saved views in a filter bar. It keeps the room of their button, whose code comes later. */
export const ViewsSlot = () => <div ref={place} style={{ minWidth: '6.375rem', minHeight: 'var(--awa-control)' }} />;
