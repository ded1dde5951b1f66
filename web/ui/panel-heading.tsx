import { Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

type PanelHeadingProps = { id: string; ref?: Ref<HTMLHeadingElement>; children: ReactNode };

/** The heading of a panel, which takes the focus when the panel opens. */
export const PanelHeading = ({ id, ref, children }: PanelHeadingProps) => (
  <Text
    component="h2"
    id={id}
    ref={ref}
    size="lg"
    fw={600}
    lts="-0.01em"
    style={{ outline: 'none' }}
    tabIndex={-1}
    data-autofocus
  >
    {children}
  </Text>
);
