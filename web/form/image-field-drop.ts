import { useWindowEvent } from '@mantine/hooks';
import { useState, type DragEvent, type RefObject } from 'react';

const holdsFile = ({ types }: DataTransfer) => types.includes('Files');

/** Whether a file is dragged over an element with `dropProps`, and the drop on it. `off`: no file is accepted now. */
export function useDroppedFile(take: (file: File) => void, off: boolean) {
  const [over, setOver] = useState(false);

  // A file dropped beside the field would open instead of the desk, and replace all typed text.
  useWindowEvent('dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer || !holdsFile(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });

  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (off || !holdsFile(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      take(file);
    },
  };
  return { over, dropProps };
}

/**
 * Takes a picture pasted anywhere in the field's form, or in a dialog within it. Text pasted together with a picture
 * goes into the focused text field.
 */
export function usePastedImage(field: RefObject<HTMLElement | null>, take: (file: File) => void) {
  useWindowEvent('paste', (event) => {
    const { clipboardData, target, defaultPrevented } = event;
    const image = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!image || defaultPrevented || !(target instanceof Element)) return;
    const nearest = 'form, [role="dialog"]';
    if (!field.current || field.current.closest(nearest) !== target.closest(nearest)) return;
    const writing = target.matches('textarea, input:not([type="file"]), [contenteditable]');
    if (writing && clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    take(image);
  });
}
