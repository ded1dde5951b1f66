import { Box } from '@mantine/core';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** The margin that cameras need, in modules. */
const quietZone = 4;
/** Whole pixels, so that all modules have the same size. */
const moduleSize = 4;

/** A text as a code to scan. Black on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text);
    return { path: toSvgPath(code), size: code.size + 2 * quietZone };
  }, [text]);
  return (
    <Box bg="white" bdrs="md" w="fit-content" mx="auto">
      <svg
        role="img"
        aria-label={label}
        width={size * moduleSize}
        height={size * moduleSize}
        viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
    </Box>
  );
}
