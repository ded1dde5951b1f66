import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { TrackingMode } from '#contract/lady-due.ts';
import { useLastKnown } from '#web/entity/define/last-change.tsx';
import type { Tree } from '#web/features/lady-due/use-tree.ts';

const route = getRouteApi('/admin/desk/lady-due');

/**
 * Switches to the mode of the record whose form or history the address names, if this tree does not contain it: a link
 * from the log, or from a case, has no mode. The mode comes from the histories of the record and its parents.
 */
export function useModeOfRecord({ everyRow }: Tree) {
  const { mode, category, section, card, form, history } = route.useSearch();
  const asked = history ?? (form === 'edit' ? (card ?? section ?? category) : undefined);
  const navigate = route.useNavigate();
  const isElsewhere = everyRow !== undefined && !everyRow.some(({ record }) => record.id === asked);
  const named = (id: string | undefined) => (isElsewhere && id === asked ? id : undefined);
  const ofCard = useLastKnown('card', named(card)).fields;
  const ofSection = useLastKnown('section', named(section) ?? (ofCard?.sectionId as string | undefined)).fields;
  const ofCategory = useLastKnown('category', named(category) ?? (ofSection?.categoryId as string | undefined)).fields;
  const own = ofCategory?.trackingMode as TrackingMode | undefined;
  useEffect(() => {
    if (own === undefined || own === mode) return;
    void navigate({ search: (before) => ({ ...before, mode: own }), replace: true, resetScroll: false });
  }, [navigate, own, mode]);
}
