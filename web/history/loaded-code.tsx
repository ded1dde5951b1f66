import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedCode } from '#web/ui/failed-code.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type LoadedCodeProps<Code> = {
  /** What is loaded, by which it is kept. */
  name: string;
  load: () => Promise<Code>;
  /** What is said while it is loading: `Loading the history`. */
  loading: string;
  /** What should open, for the words when the code does not arrive: `history`. */
  part: string;
  children: (code: Code) => ReactNode;
};

/** Loads the code of a panel when it is needed. When that fails, it can be tried again. */
export function LoadedCode<Code>({ name, load, loading, part, children }: LoadedCodeProps<Code>) {
  const code = useQuery({ queryKey: [name], queryFn: load, staleTime: Infinity });
  return (
    <>
      {code.data && children(code.data)}
      {code.isPending && <SkeletonRows shape="text" rows={4} label={loading} />}
      {code.error && !code.data && (
        <FailedCode part={part} onRetry={() => void code.refetch()} retrying={code.isFetching} />
      )}
    </>
  );
}
