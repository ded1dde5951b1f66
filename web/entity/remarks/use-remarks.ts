import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReviewedKind } from '#contract/approval-lists.ts';
import { reviewedFields } from '#contract/approvals.ts';
import { kinds } from '#contract/kinds.ts';
import { type Place, placeOf, remarkText } from '#contract/remark-places.ts';
import { type Remark, remarksOf } from '#contract/remarks.ts';
import { reviewApi } from '#contract/review.ts';
import { failureOf, keyOf, query } from '#web/api/query.ts';

/** A remark with the place of its words in the text as it is now; undefined for a remark on the whole field. */
export type PlacedRemark = Remark & { place: Place | 'gone' | 'unclear' | undefined };

/** The remarks with the places of their words, in the order of the fields and of the words in them. */
export function placedRemarks(
  kind: ReviewedKind,
  remarks: readonly Remark[],
  values: Readonly<Record<string, unknown>>,
): PlacedRemark[] {
  const fields: readonly string[] = reviewedFields[kind];
  const placed = remarks.map((remark) => {
    const { anchor, field } = remark;
    return Object.assign({}, remark, {
      place: anchor ? placeOf(remarkText(field, values[field]) ?? '', anchor) : undefined,
    });
  });
  const startOf = ({ place, anchor }: PlacedRemark) =>
    typeof place === 'object' ? place.start : (anchor?.start ?? -1);
  return placed.sort(
    (one, other) =>
      fields.indexOf(one.field) - fields.indexOf(other.field) ||
      startOf(one) - startOf(other) ||
      one.at.localeCompare(other.at),
  );
}

/** The remarks on a text, with its values, and the colleagues whom a remark can mention. */
export function useRemarks(kind: ReviewedKind, id: string, values: Readonly<Record<string, unknown>>) {
  const list = useQuery({ ...query(remarksOf[kinds[kind].area].list, { id }), staleTime: 0 });
  const { data } = list;
  const remarks = useMemo(() => data && placedRemarks(kind, data.remarks, values), [kind, data, values]);
  return {
    remarks,
    people: data?.people ?? [],
    failure: failureOf(list),
  };
}

/** Loads what a change of a remark may show again. */
export function useReload(kind: ReviewedKind) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [remarksOf[kinds[kind].area].list, reviewApi.review.list].map((route) =>
        client.invalidateQueries({ queryKey: keyOf(route) }),
      ),
    );
}
