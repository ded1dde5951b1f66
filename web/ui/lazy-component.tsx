import { useMounted } from '@mantine/hooks';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { whenIdle } from '#web/lib/idle.ts';

const never = new Promise<never>(() => undefined);

/**
 * Whether the server draws the page (`server/http/drawing/draw-worker.mjs`): it draws the fallback, as a page is sent
 * without the styles of such a component.
 */
const isDrawing = () => 'isDrawing' in globalThis;

/**
 * A component that is not needed at first, such as a dialog. Its code is loaded when the browser is idle, or sooner,
 * when the component is shown. A component with `opened` is rendered only once it has been opened. `fallback` is shown
 * until the code has loaded; it may depend on the props.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): ComponentType<Props> {
  // React keeps a failure permanently, so a retry needs a new lazy component.
  const prepare = () =>
    lazy(async () => ({
      default: await (isDrawing() ? never : load()).catch((error: unknown) => {
        Piece = prepare();
        throw error;
      }),
    }));
  let Piece = prepare();
  // The component reports the failure where it is shown.
  whenIdle(() => void load().catch(() => undefined));
  /** Dialogs take the focus when `opened` changes, not when they are mounted open. */
  function Opened({ shown: Shown, props }: { shown: typeof Piece; props: Props }) {
    const mounted = useMounted();
    return <Shown {...props} {...('opened' in props && !mounted ? { opened: false } : {})} />;
  }
  return function LazyPiece(props: Props) {
    // If the code fails to load, this component stays and shows the failure; only a new one would retry.
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
