import { useMounted } from '@mantine/hooks';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { whenIdle } from '#web/lib/idle.ts';

/**
 * A component that a page can do without at first, such as a dialog. Its code is loaded when the browser is idle, or
 * sooner, when the component is shown. A component with `opened` is rendered only once it has been opened. `fallback`
 * is shown until the code is there; what it shows may depend on the props.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  // React keeps a failure for good, so another try needs another lazy component.
  const prepare = () =>
    lazy(async () => ({
      default: await load().catch((error: unknown) => {
        Piece = prepare();
        throw error;
      }),
    }));
  let Piece = prepare();
  // The place where it is shown reports the failure.
  whenIdle(() => void load().catch(() => undefined));
  /** Dialogs take the focus when `opened` changes, not when they are mounted open. */
  function Opened({ shown: Shown, props }: { shown: typeof Piece; props: Props }) {
    const mounted = useMounted();
    return <Shown {...props} {...('opened' in props && !mounted ? { opened: false } : {})} />;
  }
  return function LazyPiece(props: Props) {
    // Where its code does not come, it stays this one, and fails: only another one would try again.
    const [shown, setShown] = useState<typeof Piece>();
    const closed = 'opened' in props && props.opened === false;
    if (!shown && !closed) setShown(Piece);
    if (!shown) return null;
    return (
      <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
        <Opened shown={shown} props={props} />
      </Suspense>
    );
  };
}
