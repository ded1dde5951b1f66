import type { PublishFilter } from '#web/features/lady-due/filter-tree.ts';
import type { Tree } from '#web/features/lady-due/use-tree.ts';
import { FilterField } from '#web/ui/filter-field.tsx';
import { Filters } from '#web/ui/filters.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

const publishStates: { value: PublishFilter; label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'ended', label: 'Ended' },
  { value: 'unshown', label: 'Changes not shown' },
];

/** Search and both filters. */
export const TreeTools = ({ tree: { text, setText, status, publish, show } }: { tree: Tree }) => (
  <>
    <SearchField label="Search content..." value={text} onChange={setText} />
    <Filters label="Filters" chosen={status !== undefined || publish !== undefined}>
      <FilterField label="Status" value={status} options={statuses} onChange={(next) => show({ status: next })} />
      <FilterField
        label="Publish"
        value={publish}
        options={publishStates}
        onChange={(next) => show({ publish: next })}
      />
    </Filters>
  </>
);
