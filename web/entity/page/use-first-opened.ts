import { useMediaQuery } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Stored, Values } from '#web/entity/define/entity.ts';
import type { EntityPageParts } from '#web/entity/list/use-entity-page.ts';

/** From this width on, the open record is beside its list. */
const beside = '(min-width: 64em)';

/**
 * Opens the first of these records when there is room beside the list and the address names none. Its id then
 * replaces the address, without a new entry in the browser's history. A record that was closed stays closed, and a window that becomes too narrow
 * shows the list.
 */
export function useFirstOpened<R extends Stored, Form extends Values>(
  page: EntityPageParts<R, Form>,
  records: readonly R[] | undefined,
) {
  const isWide = useMediaQuery(beside, false, { getInitialValueInEffect: false });
  const isClosed = useRouterState({ select: ({ location }) => location.state.closed === true });
  // While a navigation is pending, the page still shows the previous address.
  const isUnderWay = useRouterState({ select: ({ isLoading }) => isLoading });
  const isByItself = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.byItself === true });
  const { id, form, history, show } = page.address;
  const isFree = isWide && !isClosed && id === undefined && form === undefined && history === undefined;
  const first = isFree && !isUnderWay ? records?.[0]?.id : undefined;
  useEffect(() => {
    if (first !== undefined) show({ id: first }, { replace: true, state: { byItself: true } });
  }, [first, show]);
  return {
    page: { ...page, address: { ...page.address, id: isByItself && !isWide ? undefined : (first ?? id) } },
    /** The first record is about to open. */
    isOpening: isFree && first === undefined && (isUnderWay || !records),
  };
}
