import { useEffect, useEffectEvent, useState, type DragEvent, type RefObject } from 'react';

const holdsFile = ({ types }: DataTransfer) => types.includes('Files');

/** Whether a file is held over an element that gets `dropProps`, and what is dropped there. `off`: nothing is taken now. */
export function useDroppedFile(take: (file: File) => void, off: boolean) {
  const [over, setOver] = useState(false);

  // Dropped beside the field, a file would open in place of the desk and all that was typed.
  useEffect(() => {
    const keepOut = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer || !holdsFile(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', keepOut);
    return () => removeEventListener('dragover', keepOut);
  }, []);

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

/** A picture that is pasted anywhere in the form of this field. Text that is pasted with one goes where it is meant to. */
export function usePastedImage(field: RefObject<HTMLElement | null>, take: (file: File) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event;
    const image = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!image || event.defaultPrevented) return;
    const writing =
      target instanceof Element && target.matches('textarea, input:not([type="file"]), [contenteditable]');
    if (writing && clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    take(image);
  });
  useEffect(() => {
    const area = field.current?.closest('form') ?? field.current;
    const listen = (event: ClipboardEvent) => paste(event);
    area?.addEventListener('paste', listen);
    return () => area?.removeEventListener('paste', listen);
  }, [field]);
}
