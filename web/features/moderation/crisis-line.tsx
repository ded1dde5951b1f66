import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { safetyApi } from '#contract/safety.ts';
import { explain } from '#web/api/call.ts';
import { query } from '#web/api/query.ts';
import { setCrisisCount } from '#web/features/moderation/crisis-count.ts';
import classes from '#web/features/moderation/crisis-line.module.css';
import { dangerWords, dutyNote, dutyWords, oldestWords } from '#web/features/moderation/crisis-words.ts';
import { useWhileInUse } from '#web/lib/in-use.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { useNow } from '#web/lib/use-now.ts';

/** Milliseconds after which the rota is read again: a shift ends without a change by anybody. */
const renewal = 5 * 60_000;

/**
 * The line about people who may be in danger, on every page. Screen readers announce it when the number changes, and not
 * as the time passes. In wide windows it stays on the pages of moderation, and says there that nobody is waiting.
 */
export function CrisisLine() {
  const stays = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/desk/moderation') });
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({ ...query(safetyApi.crisis.waiting, {}), staleTime: 0 });
  const now = useNow(serverNow);
  const waiting = data?.waiting ?? 0;
  const first = data?.first;
  useWhileInUse(() => void refetch(), renewal, true);
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isKnown) setCrisisCount(waiting);
  }, [isKnown, waiting]);
  // Another account may not read it.
  useEffect(() => () => setCrisisCount(0), []);
  const target = first && { to: '/admin/desk/moderation' as const, search: { case: first.id } };
  useShortcuts(
    target
      ? [{ keys: ['c'], does: 'Open the case of a person who may be in danger', act: () => void navigate(target) }]
      : [],
  );
  const failed = error ? explain(error) : undefined;
  const duty = data && waiting > 0 ? dutyWords(data) : '';
  const isQuiet = stays && data && waiting === 0 && !failed;
  return (
    <div className={waiting > 0 || failed ? classes.line : undefined} data-quiet={isQuiet || undefined}>
      <div className={classes.inner}>
        {waiting > 0 && <IconLifebuoy size={20} stroke={1.6} aria-hidden="true" />}
        <p className={classes.words}>
          <span role="status" aria-label="People who may be in danger">
            {waiting > 0 && <strong>{dangerWords(waiting)}</strong>} {duty}
            {failed && `${failed.message}. ${failed.detail ?? ''} `}
            {failed?.requestId && `Request ${failed.requestId}`}
          </span>{' '}
          {data && oldestWords(data, now)}
          {isQuiet && (
            <span className={classes.quiet}>
              Nobody who may be in danger is waiting. <span>{dutyNote(data)}</span>
            </span>
          )}
        </p>
        {failed && (
          <Button size="xs" flex="none" aria-busy={isFetching || undefined} onClick={() => void refetch()}>
            Retry
          </Button>
        )}
        {target && (
          <Link {...target} className={classes.open} aria-keyshortcuts="c">
            Open the case
          </Link>
        )}
      </div>
    </div>
  );
}
