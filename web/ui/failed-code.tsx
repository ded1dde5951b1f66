import { newVersion, newVersionWords } from '#web/lib/new-version.ts';
import { useStore } from '#web/lib/store.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';

type FailedCodeProps = {
  /** The name of the part that failed to load: `history`. */
  part: string;
  onRetry: () => void;
  retrying?: boolean;
};

/** Replaces a part of the page whose code failed to load. */
export function FailedCode({ part, onRetry, retrying }: FailedCodeProps) {
  const isReplaced = useStore(newVersion, (there) => there);
  return (
    <FailedPanel
      failed={{
        message: `Failed to open the ${part}`,
        detail: isReplaced
          ? newVersionWords
          : 'The connection dropped. Nothing was changed. Check your network and try again.',
      }}
      onRetry={() => (isReplaced ? location.reload() : onRetry())}
      retrying={retrying}
    />
  );
}
