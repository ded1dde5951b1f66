import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { announcementRoutes } from '#contract/announcements.ts';
import { createQueryClient, keyOf, query } from '#web/api/query.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

const list = query(announcementRoutes.list, {});
/** The data on the server, and the tags received in requests. */
let stored: { etag: string; announcements: { id: string; message: string }[] };
let known: (string | null)[];

async function answer(_url: string, { headers }: RequestInit) {
  const tag = new Headers(headers).get('If-None-Match');
  known.push(tag);
  const { etag, announcements } = stored;
  return tag === etag
    ? new Response(null, { status: 304 })
    : Response.json({ announcements }, { headers: { ETag: etag } });
}

beforeEach(() => {
  known = [];
  stored = {
    etag: 'W/"1"',
    announcements: [
      { id: 'a', message: 'One' },
      { id: 'b', message: 'Two' },
    ],
  };
  openBrowser(answer);
});

test('an unchanged list is not sent again, and stays the same object', async () => {
  const client = createQueryClient();
  const read = async () => {
    await client.fetchQuery({ ...list, staleTime: 0 });
    return client.getQueryData(list.queryKey);
  };
  const first = await read();
  expect(await read()).toBe(first);

  // Unchanged parts of a changed list are still the same objects, and the changed list has its own tag.
  stored = { etag: 'W/"2"', announcements: [{ id: 'a', message: 'New' }, ...stored.announcements.slice(1)] };
  const second = await read();
  expect(second?.announcements).toMatchObject([{ message: 'New' }, { message: 'Two' }]);
  expect(second?.announcements[1]).toBe(first?.announcements[1]);
  expect(await read()).toBe(second);
  expect(known).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"']);
});

test('a list changed on this page is sent again as a whole', async () => {
  const client = createQueryClient();
  const first = await client.fetchQuery(list);
  client.setQueryData(list.queryKey, { ...first, announcements: [] });
  expect(await client.fetchQuery({ ...list, staleTime: 0 })).toEqual(first);
  expect(known).toEqual([null, null]);
});

test('a list that is loading for the first time during a change is reloaded', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  openBrowser(async (url, sent) => {
    const read = await answer(url, sent);
    if (known.length === 1) await held;
    return read;
  });
  const client = createQueryClient();
  const end = new QueryObserver(client, list).subscribe(() => undefined);
  await expect.poll(() => known).toHaveLength(1);
  stored = { etag: 'W/"2"', announcements: [] };
  const refreshed = client.invalidateQueries({ queryKey: keyOf(announcementRoutes.list) });
  letGo();
  await refreshed;
  expect(client.getQueryData(list.queryKey)?.announcements).toEqual([]);
  expect(client.isFetching()).toBe(0);
  end();
});
