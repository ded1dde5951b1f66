import { Box } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import { FailedCode } from '#web/ui/failed-code.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { SkeletonBox } from '#web/ui/skeleton.tsx';

const PreviewDrawer = lazyComponent(
  async () => (await import('#web/features/lady-due/preview-drawer.tsx')).PreviewDrawer,
);

/** The rows do not wait for the preview's code. */
const ModePhone = lazyComponent(
  async () => (await import('#web/features/lady-due/mode-phone.tsx')).ModePhone,
  <SkeletonBox width="20.75rem" height="37.5rem" />,
);

/** The tree is still usable without the phone. */
const Failed = ({ reset }: ErrorComponentProps) => (
  <Box w="20.75rem" maw="100%">
    <FailedCode part="preview" onRetry={reset} />
  </Box>
);

/** From this width on there is room for the phone beside the tree. */
export const besideTree = '(min-width: 75em)';

/** The mode as the app shows it: beside the tree or, without room, over it while the address says so. */
export function ModePreview({ tree }: { tree: Tree }) {
  const isBeside = useMediaQuery(besideTree, false, { getInitialValueInEffect: false });
  const phone = (
    <CatchBoundary getResetKey={() => 'phone'} errorComponent={Failed}>
      <ModePhone tree={tree} />
    </CatchBoundary>
  );
  if (isBeside) return phone;
  return (
    <PreviewDrawer opened={tree.preview !== undefined} onClose={() => tree.show({ preview: undefined })}>
      {phone}
    </PreviewDrawer>
  );
}
