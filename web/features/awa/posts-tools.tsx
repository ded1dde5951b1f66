import type { UseQueryResult } from '@tanstack/react-query';
import type { TopicTree } from '#contract/awa.ts';
import { Mark, harmName, markNames } from '#contract/mark.ts';
import { TopicsFailure } from '#web/features/awa/awa-head.tsx';
import type { PostsSearch } from '#web/features/awa/posts-search.ts';
import classes from '#web/features/awa/posts.module.css';
import { FilterField } from '#web/ui/filter-field.tsx';
import { Filters } from '#web/ui/filters.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

const marks = [
  { value: 'any', label: 'Any reason' } as const,
  { value: 'serious', label: 'Most serious first' } as const,
  { value: 'harm', label: harmName } as const,
  ...Mark.options.map((value) => ({ value, label: markNames[value] })),
];

type Option = { value: string; label: string };

/** The options of a filter. The address may still contain a deleted record. */
function optionsOf(records: readonly Option[], value: string | undefined, isKnown: boolean): Option[] {
  if (!isKnown || value === undefined || records.some((one) => one.value === value)) return [...records];
  return [...records, { value, label: 'removed' }];
}

const titled = ({ id, title }: { id: string; title: string }) => ({ value: id, label: title });

type PostsToolsProps = {
  text: string;
  onText: (text: string) => void;
  asked: PostsSearch;
  onFilter: (next: PostsSearch) => void;
  topics: UseQueryResult<TopicTree[]>;
};

/** Search and filters. With a topic, only its secrets and communities can be chosen. */
export function PostsTools({ text, onText, asked, onFilter, topics }: PostsToolsProps) {
  const { topic, secret, community } = asked;
  const all = topics.data ?? [];
  const inTopic = all.filter(({ id }) => topic === undefined || id === topic);
  const communities = inTopic.flatMap((one) => one.communities.map(({ id, name }) => ({ value: id, label: name })));
  const options = (records: readonly Option[], value: string | undefined) =>
    optionsOf(records, value, topics.isSuccess);
  return (
    <>
      <div className={classes.tools}>
        <SearchField label="Search posts" value={text} onChange={onText} />
        <Filters
          label="Filters"
          chosen={[topic, secret, community, asked.marks, asked.hidden].some((value) => value !== undefined)}
        >
          <FilterField
            label="Topic"
            value={topic}
            options={options(all.map(titled), topic)}
            onChange={(next) => onFilter({ topic: next, secret: undefined, community: undefined })}
          />
          <FilterField
            label="Secret"
            value={secret}
            options={options(
              inTopic.flatMap(({ secrets }) => secrets.map(titled)),
              secret,
            )}
            onChange={(next) => onFilter({ secret: next })}
          />
          <FilterField
            label="Community"
            value={community}
            options={options(communities, community)}
            onChange={(next) => onFilter({ community: next })}
          />
          <FilterField
            label="Needs a look"
            otherwise="All posts"
            value={asked.marks}
            options={marks}
            onChange={(next) => onFilter({ marks: next })}
          />
          <FilterField
            label="In the app"
            otherwise="Shown"
            value={asked.hidden && 'hidden'}
            options={[{ value: 'hidden', label: 'Hidden' }]}
            onChange={(next) => onFilter({ hidden: next && true })}
          />
        </Filters>
      </div>
      <TopicsFailure topics={topics} />
    </>
  );
}
