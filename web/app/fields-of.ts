import type { Kind } from '#contract/kinds.ts';
import type { FieldLabels } from '#web/lib/field-labels.ts';

/** The pages of the kinds, which export the labels and formats of their fields. */
const pages: { [K in Kind]: () => Promise<{ fields: Record<K, FieldLabels> }> } = {
  announcement: () => import('#web/features/announcements/page.tsx'),
  doctor: () => import('#web/features/doctors/page.tsx'),
  topic: () => import('#web/features/awa/page.tsx'),
  secret: () => import('#web/features/awa/page.tsx'),
  community: () => import('#web/features/awa/page.tsx'),
  category: () => import('#web/features/lady-due/page.tsx'),
  section: () => import('#web/features/lady-due/page.tsx'),
  card: () => import('#web/features/lady-due/page.tsx'),
  phase: () => import('#web/features/cycle/page.tsx'),
  activity: () => import('#web/features/cycle/activities-page.tsx'),
  insight: () => import('#web/features/cycle/insights-page.tsx'),
  'phase-description': () => import('#web/features/cycle/descriptions-page.tsx'),
  'pregnancy-week': () => import('#web/features/cycle/pregnancy-page.tsx'),
};

/** The fields of a kind as its history shows them, for the bin, which has records of every kind. */
export async function fieldsOf(kind: Kind) {
  const { fields }: { fields: { [K in Kind]?: FieldLabels } } = await pages[kind]();
  return fields[kind] ?? {};
}
