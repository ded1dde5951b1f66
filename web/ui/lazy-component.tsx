import { useMounted } from '@mantine/hooks';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { whenIdle } from '#web/lib/idle.ts';

/**
 * A component that a page can first be shown without, such as a dialog. Its code is loaded when the browser is idle, or
 * sooner, when the component is shown. One with `opened` is not rendered before it was opened once. Until the code is
 * there, `fallback` stands in its place.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  // React keeps a failure for good; another try needs another piece.
  const prepare = () =>
    lazy(async () => ({
      default: await load().catch((error: unknown) => {
        Piece = prepare();
        throw error;
      }),
    }));
  let Piece = prepare();
  // Where it is shown says that it failed.
  whenIdle(() => void load().catch(() => undefined));
  /** Dialogs take the focus when they are opened, not when they come opened. */
  function Opened(props: Props) {
    const mounted = useMounted();
    return <Piece {...props} {...('opened' in props && !mounted ? { opened: false } : {})} />;
  }
  return function LazyPiece(props: Props) {
    const [wanted, setWanted] = useState(false);
    const closed = 'opened' in props && props.opened === false;
    if (!wanted && !closed) setWanted(true);
    if (!wanted) return null;
    return (
      <Suspense fallback={fallback}>
        <Opened {...props} />
      </Suspense>
    );
  };
}
