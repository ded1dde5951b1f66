import { CatchBoundary } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { showFailure } from '#web/ui/toast-store.ts';

const None = () => null;

/**
 * A component that a button opens beside it, or beside the page, with a name for messages. Its code is loaded like that
 * of a `lazyComponent`; if that fails, the page stays as it is, a toast says so, and the next press retries.
 */
export function lazyLayer<Props extends { opened: boolean; onClose: () => void }>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Layer = lazyComponent(load);
  return function LazyLayer(props: Props) {
    const { opened, onClose } = props;
    const say = () => {
      onClose();
      showFailure(`Failed to open the ${name}`, {
        message: 'The connection dropped',
        detail: 'Nothing was changed. Check your network, then press again.',
      });
    };
    return (
      <CatchBoundary getResetKey={() => String(opened)} errorComponent={None} onCatch={say}>
        <Layer {...props} />
      </CatchBoundary>
    );
  };
}
