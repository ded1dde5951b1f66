import { expect, test } from 'vitest';
import { routes } from '#contract/api.ts';
import type { WrittenKind } from '#contract/live.ts';
import { eventsIn, mayShow, mayShowWritten } from '#web/api/live-updates.ts';

test('each read of an area is reloaded for changes of that area', () => {
  const asked = routes.filter(({ method, path }) => method === 'GET' && /^\/(admin|api)\//.test(path));
  const deaf = asked.filter(({ path }) => {
    const [, , area = ''] = path.split('/');
    return !mayShow(path, [area as 'doctors']);
  });
  expect(asked.length).toBeGreaterThan(25);
  expect(deaf.map(({ path }) => path).toSorted()).toEqual([
    '/admin/awa/posts',
    '/admin/events',
    '/admin/operations/check',
    '/admin/operations/export',
    // An operation never changes.
    '/admin/operations/{id}/records',
    '/admin/presence/{kind}/{id}',
    // Asked once for the question, which is refused when the texts have changed since.
    '/admin/recall',
  ]);
});

test('a change of one area does not reload the others, except that users, posts and cases go together, and content and cases', () => {
  expect(mayShow('/api/doctors', ['announcements', 'cycle'])).toBe(false);
  expect(mayShow('/admin/history/{kind}/{id}', ['announcements'])).toBe(true);
  expect(mayShow('/admin/users/{userId}', ['awa'])).toBe(true);
  expect(mayShow('/admin/awa/posts/new', ['users'])).toBe(true);
  expect(mayShow('/admin/moderation/cases/{id}', ['awa'])).toBe(true);
  expect(mayShow('/admin/awa/posts/{id}/comments', ['moderation'])).toBe(true);
  expect(mayShow('/api/doctors', ['moderation'])).toBe(false);
  // A case shows its content as it is now.
  expect(mayShow('/admin/moderation/cases/{id}', ['lady-due'])).toBe(true);
  expect(mayShow('/admin/moderation/cases', ['announcements'])).toBe(false);
  expect(mayShow('/admin/moderation/rules', ['doctors'])).toBe(false);
  expect(mayShow('/admin/home', ['staff'])).toBe(true);
  expect(mayShow('/admin/search', ['cycle'])).toBe(true);
  expect(mayShow('/admin/review', ['cycle'])).toBe(true);
  expect(mayShow('/admin/review/card/1', ['lady-due'])).toBe(true);
  expect(mayShow('/admin/review', ['doctors'])).toBe(false);
  // Texts of both areas cite sources.
  expect(mayShow('/admin/sources', ['cycle'])).toBe(true);
  expect(mayShow('/admin/sources/uses', ['lady-due'])).toBe(true);
  expect(mayShow('/admin/sources', ['awa'])).toBe(false);
  expect(mayShow('/account', ['staff'])).toBe(false);
});

test('an event that arrives in parts is read once it is complete', () => {
  const first = eventsIn('event: changes\nid: 1:2:\ndata: [{"kind":"doctor"}]\n\nevent: be');
  expect(first).toEqual({ events: [{ name: 'changes', id: '1:2:', data: [{ kind: 'doctor' }] }], rest: 'event: be' });
  expect(eventsIn(`${first.rest}at\ndata: {}\n\n`)).toEqual({ events: [{ name: 'beat', id: '', data: {} }], rest: '' });
});

test('what the app has written reloads the calls that show it, and not the log or the list of posts', () => {
  const shown = (kind: WrittenKind) =>
    routes.flatMap(({ method, path }) => (method === 'GET' && mayShowWritten(path, [kind]) ? [path] : [])).toSorted();
  const users = [
    '/admin/awa/analytics',
    ...routes.map(({ path }) => path).filter((path) => /^\/admin\/(metrics|users)/.test(path)),
  ];
  const read = [...new Set(users)].filter((path) => routes.some((one) => one.method === 'GET' && one.path === path));
  expect(shown('users')).toEqual(read.toSorted());
  expect(shown('posts')).toEqual([...read, '/admin/awa/posts/new', '/admin/awa/posts/{id}/comments'].toSorted());
  expect(shown('members')).toEqual(['/admin/awa/secrets', '/admin/awa/topics']);
  expect(shown('reports')).toEqual([
    '/admin/home',
    '/admin/moderation/cases',
    '/admin/moderation/cases/next',
    '/admin/moderation/cases/{id}',
    '/admin/moderation/cases/{id}/care',
    '/admin/moderation/cases/{id}/texts',
    '/admin/moderation/crisis',
    '/admin/moderation/decisions',
    '/admin/moderation/figures',
    '/admin/moderation/figures/export',
    '/admin/moderation/looks',
    '/admin/moderation/subjects',
  ]);
  expect(shown('content-reports')).toEqual(shown('reports'));
  expect(mayShow('/admin/operations', [])).toBe(false);
});
