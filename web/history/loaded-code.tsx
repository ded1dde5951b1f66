import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedCode } from '#web/ui/failed-code.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type LoadedCodeProps<Code> = {
  /** The key under which the code is cached. */
  name: string;
  load: () => Promise<Code>;
  /** The text shown while loading: `Loading the history`. */
  loading: string;
  /** The name of the part in the message when the code fails to load: `history`. */
  part: string;
  children: (code: Code) => ReactNode;
};

/** Loads the code of a panel on demand. After a failure it can be retried. */
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
