import { Box, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight, IconCircle, IconCircleCheck, IconCoffee } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Home, type HomeCheck, type HomeGroup, hasWork, homeApi, isTrouble } from '#contract/home.ts';
import type { Role } from '#contract/roles.ts';
import { useRole } from '#web/api/permissions.ts';
import { failureOf, query } from '#web/api/query.ts';
import { checkWords, groupWords, labelOf, stepWords } from '#web/home/home-words.ts';
import classes from '#web/home/home.module.css';
import { formatInteger } from '#web/lib/numbers.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useNow } from '#web/lib/use-now.ts';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

/** Milliseconds after which the work is counted again: some of it comes by the clock, without a change. */
const countEvery = 60_000;

/** The entrance of the desk: leads to the home page while work waits for the account, else to its first page. */
export function LandingPage() {
  const role = useRole();
  const context = useMatches({ select: (matches) => matches.at(-1)?.context });
  const { firstPageOf } = context as { firstPageOf: (role: Role) => { to: string } };
  const { data, isPending } = useQuery(query(homeApi.home.read, {}));
  if (isPending || role === null) return <Loading />;
  return <Navigate to={data && hasWork(data) ? '/admin/desk/home' : firstPageOf(role).to} replace />;
}

/** The work that waits for the account, by the role. */
export function HomePage() {
  const home = useQuery({ ...query(homeApi.home.read, {}), refetchInterval: countEvery });
  const { failed, ...retry } = failureOf(home);
  return (
    <>
      <title>Home - Awa Desk</title>
      <PageHead title="Home" subtitle="The work that waits for you. Each count leads to its list." />
      {failed && (
        <Box mb="lg">
          <FailedPanel failed={failed} {...retry} />
        </Box>
      )}
      {home.data ? <Work home={home.data} /> : !failed && <Loading />}
    </>
  );
}

const Loading = () => (
  <div className={classes.groups}>
    <div className={classes.card}>
      <SkeletonRows label="Loading your work" shape="picture" rows={4} />
    </div>
  </div>
);

function Work({ home }: { home: Home }) {
  const groups = home.groups.filter(({ count }) => count > 0);
  const isUrgent = ({ name }: HomeGroup) => name === 'crisis';
  const show = (shown: readonly HomeGroup[]) => shown.map((group) => <Group key={group.name} group={group} />);
  const trouble = home.checks.filter(isTrouble);
  return (
    <div className={classes.groups}>
      {!hasWork(home) && (
        <div className={classes.card}>
          <Empty
            icon={IconCoffee}
            title="Nothing needs you now"
            sentence="New work appears here by itself, and in the lists of your areas."
          />
        </div>
      )}
      {show(groups.filter(isUrgent))}
      {trouble.length > 0 && <Checks title="Needs attention" checks={trouble} />}
      {home.steps.length > 0 && <FirstSteps steps={home.steps} />}
      {show(groups.filter((group) => !isUrgent(group)))}
      {home.checks.length > trouble.length && (
        <Checks title="State of the desk" checks={home.checks.filter((check) => !isTrouble(check))} />
      )}
    </div>
  );
}

/** A flat surface with a heading and rows. */
const Card = ({ title, head = title, children }: { title: string; head?: ReactNode; children: ReactNode }) => (
  <section className={classes.card} aria-label={title}>
    <h2 className={classes.title}>{head}</h2>
    {children}
  </section>
);

type Address = { to: string; search?: object };

/** A link whose whole row can be pressed. */
const RowLink = ({ to, search, children }: Address & { children: ReactNode }) => (
  <Link to={to as '.'} search={(search ?? {}) as never} data-covers>
    {children}
  </Link>
);

function Group({ group: { name, count, rows } }: { group: HomeGroup }) {
  const { title, list, row: addressOf, when } = groupWords[name];
  const now = useNow(serverNow);
  const head = (
    <>
      <RowLink {...list}>{title}</RowLink>
      <CountBadge>{formatInteger(count)}</CountBadge>
      <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
    </>
  );
  return (
    <Card title={title} head={head}>
      <ul aria-label={`First of ${title}`}>
        {rows.map((row) => {
          const time = when(row.at, now);
          const words = (
            <>
              <span className={classes.label} dir="auto">
                {labelOf(name, row)}
              </span>
              {time && (
                <Text component="span" display="block" size="xs" c="dimmed" data-tabular>
                  {time}
                </Text>
              )}
            </>
          );
          return (
            <li key={row.id} className={classes.row}>
              <div>{addressOf ? <RowLink {...addressOf(row)}>{words}</RowLink> : words}</div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function FirstSteps({ steps }: Pick<Home, 'steps'>) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const head = (
    <>
      First steps
      <CountBadge>{`${done} of ${steps.length}`}</CountBadge>
    </>
  );
  return (
    <Card title="First steps" head={head}>
      <ul aria-label="First steps">
        {steps.map(({ name, isDone }) => {
          const { label, address, note } = stepWords[name];
          return (
            <li key={name} className={classes.row}>
              {isDone ? (
                <IconCircleCheck size={20} stroke={1.6} color="var(--awa-good)" aria-hidden="true" />
              ) : (
                <IconCircle size={20} stroke={1.6} color="var(--awa-secondary)" aria-hidden="true" />
              )}
              <div className={isDone ? classes.done : undefined}>
                {address && !isDone ? <RowLink {...address}>{label}</RowLink> : label}
                {isDone && <VisuallyHidden>, done</VisuallyHidden>}
                {note && !isDone && (
                  <Text size="xs" c="dimmed">
                    {note}
                  </Text>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Checks({ title, checks }: { title: string; checks: readonly HomeCheck[] }) {
  const now = useNow(serverNow);
  return (
    <Card title={title}>
      <ul aria-label={title}>
        {checks.map((check) => {
          const { name, words, to, isTrouble: isBad } = checkWords(check, now);
          return (
            <li key={name} className={classes.row}>
              {isBad && <IconAlertTriangle size={20} stroke={1.6} color="var(--awa-danger)" aria-hidden="true" />}
              <div>
                {to ? <RowLink to={to}>{name}</RowLink> : name}
                <Text size="xs" c="dimmed" textWrap="pretty">
                  {words}
                </Text>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
