import { Text, TextInput } from '@mantine/core';
import { IconHash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type PregnancyWeek, type Trimester, trimesterOf, trimesters } from '#contract/cycle.ts';
import { CardGap, CardGrid } from '#web/entity/entity-card.tsx';
import { EntityFields } from '#web/entity/entity-fields.tsx';
import type { FieldsForm } from '#web/entity/entity-form.tsx';
import type { EntityPageParts } from '#web/entity/use-entity-page.ts';
import classes from '#web/features/cycle/cycle.module.css';
import { week } from '#web/features/cycle/kinds.ts';
import { WeekCard } from '#web/features/cycle/week-card.tsx';
import { usePhone } from '#web/lib/use-phone.ts';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';

const route = getRouteApi('/admin/desk/cycle/pregnancy');

const names = Object.keys(trimesters) as Trimester[];
const numbersOf = (name: Trimester) => {
  const [first, last] = trimesters[name];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
};
/** The first week and the last. */
const range = { first: trimesters.First[0], last: trimesters.Third[1] };
const nameOf = (name: Trimester) => `${name} trimester`;

/** Shows the weeks of one trimester, or all. */
export function TrimesterFilter({ weeks }: { weeks: readonly PregnancyWeek[] | undefined }) {
  const { trimester } = route.useSearch();
  const countOf = (name?: Trimester) =>
    weeks?.filter(({ weekNumber }) => name === undefined || trimesterOf(weekNumber) === name).length;
  return (
    <ChoiceLinks
      label="Trimester"
      links={[
        { key: 'all', label: 'All', search: {}, current: trimester === undefined, count: countOf() },
        ...names.map((name) => ({
          key: name,
          label: nameOf(name),
          search: { trimester: name },
          current: trimester === name,
          count: countOf(name),
        })),
      ]}
    />
  );
}

/** Shows a week of its number, or the form for one that is missing. */
function useShowWeek(weeks: readonly PregnancyWeek[]) {
  const navigate = route.useNavigate();
  return (number: number) => {
    const id = weeks.find(({ weekNumber }) => weekNumber === number)?.id;
    const shown = id === undefined ? { form: 'new' as const, week: number } : { 'pregnancy-week': id };
    void navigate({ search: ({ trimester }) => ({ trimester, ...shown }), resetScroll: false });
  };
}

/** Goes to a week by its number. */
export function GoToWeek({ weeks }: { weeks: readonly PregnancyWeek[] }) {
  const show = useShowWeek(weeks);
  const phone = usePhone();
  const [typed, setTyped] = useState('');
  const { first, last } = range;
  const number = Number(typed);
  const isWeek = Number.isInteger(number) && number >= first && number <= last;
  return (
    <TextInput
      flex={phone ? '1 0 100%' : '0 1 14rem'}
      ms="auto"
      aria-label={`Go to week, ${first} to ${last}`}
      placeholder={`Go to week, ${first} to ${last}`}
      inputMode="numeric"
      enterKeyHint="go"
      autoComplete="off"
      leftSection={<IconHash size={18} stroke={1.6} aria-hidden="true" />}
      error={typed !== '' && !isWeek && `A week is a number from ${first} to ${last}`}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isWeek) return;
        show(number);
        setTyped('');
      }}
    />
  );
}

type WeekGridProps = {
  page: EntityPageParts<PregnancyWeek, typeof week.blank>;
  weeks: readonly PregnancyWeek[];
};

/** The weeks by trimester. A week from 1 to 42 that is missing is a gap, which can be filled. */
export function WeekGrid({ page, weeks }: WeekGridProps) {
  const { trimester } = route.useSearch();
  const show = useShowWeek(weeks);
  return (
    <div className={classes.scroller}>
      {(trimester ? [trimester] : names).map((name) => {
        const [first, last] = trimesters[name];
        return (
          <section key={name} aria-label={nameOf(name)}>
            <Text component="h2" size="md" fw={600} mb="sm" tabIndex={-1} style={{ outline: 'none' }}>
              {nameOf(name)}{' '}
              <Text span c="dimmed">
                Weeks {first} to {last}
              </Text>
            </Text>
            <CardGrid label={nameOf(name)}>
              {numbersOf(name).map((number) => {
                const thing = weeks.find(({ weekNumber }) => weekNumber === number);
                if (thing) return <WeekCard key={thing.id} page={page} thing={thing} />;
                return (
                  page.may.create && <CardGap key={number} add={`Add week ${number}`} onAdd={() => show(number)} />
                );
              })}
            </CardGrid>
          </section>
        );
      })}
    </div>
  );
}

/** The fields of a week, whose trimester follows from its number until somebody chooses another one. */
export const WeekFields = ({ form }: { form: FieldsForm<typeof week.blank> }) => (
  <EntityFields
    entity={week}
    form={form}
    inputs={{
      weekNumber: { onNumber: (number) => number > 0 && form.form.setFieldValue('trimester', trimesterOf(number)) },
      babySize: { description: 'In words and in figures: A lime, 5.4 cm from crown to rump.' },
    }}
  />
);
