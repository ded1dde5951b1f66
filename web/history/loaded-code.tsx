import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { newVersion, newVersionWords } from '#web/lib/new-version.ts';
import { useStore } from '#web/lib/store.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type LoadedCodeProps<Code> = {
  /** What is loaded, by which it is kept. */
  name: string;
  load: () => Promise<Code>;
  /** What is said while it is loading: `Loading the history`. */
  loading: string;
  /** What is said when it does not arrive: `Failed to open the history`. */
  failed: string;
  children: (code: Code) => ReactNode;
};

/** Loads the code of a panel when it is needed. When that fails, it can be tried again. */
export function LoadedCode<Code>({ name, load, loading, failed, children }: LoadedCodeProps<Code>) {
  const code = useQuery({ queryKey: [name], queryFn: load, staleTime: Infinity });
  const isReplaced = useStore(newVersion, (there) => there);
  return (
    <>
      {code.data && children(code.data)}
      {code.isPending && <SkeletonRows shape="text" rows={4} label={loading} />}
      {code.error && !code.data && (
        <FailedPanel
          failed={{
            message: failed,
            detail: isReplaced
              ? newVersionWords
              : 'The connection dropped. Nothing was changed. Check your network and try again.',
          }}
          onRetry={() => (isReplaced ? location.reload() : void code.refetch())}
          retrying={code.isFetching}
        />
      )}
    </>
  );
}
