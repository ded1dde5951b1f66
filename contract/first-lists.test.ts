import { expect, test } from 'vitest';
import { type Role, everyRole } from '#contract/roles.ts';
import { UserSort } from '#contract/users.ts';
import { firstList } from '#contract/first-lists.ts';

const none = () => null;

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://desk');
  return firstList({ pathname, search }, 'administrator', none);
};

test.each([
  ['/admin', '/admin/home'],
  ['/admin/desk', '/admin/home'],
  ['/admin/desk/users/', '/admin/users?limit=10'],
  ['/admin?page=2', '/admin/home'],
  ['/admin/desk/users?user=1&page=2', '/admin/users?page=2&limit=10'],
  ['/admin/desk/users?search=%22e%22&status=verified', '/admin/users?limit=10&search=e&status=verified'],
  ['/admin/desk/users?search=448682e7', '/admin/users?limit=10&search=448682e7'],
  ['/admin/desk/users?limit=50&sort=-activity', '/admin/users?limit=50&sort=-activity'],
  ['/admin/desk/users?limit=7', '/admin/users?limit=10'],
  ['/admin/desk/doctors?search=ade', '/api/doctors'],
  ['/admin/desk/announcements', '/admin/announcements'],
  ['/admin/desk/bin', '/admin/bin?limit=50'],
  ['/admin/desk/cycle', '/admin/cycle/phases'],
  ['/admin/desk/cycle/pregnancy?trimester=First', '/admin/cycle/pregnancy/weeks'],
  ['/admin/desk/lady-due', '/admin/lady-due/categories?trackingMode=TRACK_PERIOD'],
  ['/admin/desk/lady-due?mode=PCOS&search=a', '/admin/lady-due/categories?trackingMode=PCOS'],
  ['/admin/desk/awa', '/admin/awa/analytics'],
  ['/admin/desk/awa/posts', '/admin/awa/posts?limit=50'],
  [
    '/admin/desk/awa/posts?marks=any&secret=0199f0a0-0000-7000-8000-000000000000&search=tea',
    '/admin/awa/posts?search=tea&secretId=0199f0a0-0000-7000-8000-000000000000&marks=any&limit=50',
  ],
  ['/admin/desk/awa/topics', '/admin/awa/topics'],
  ['/admin/desk/awa/secrets?topic=1&group=PCOS', '/admin/awa/secrets'],
  ['/admin/desk/awa/communities', '/admin/awa/communities'],
])('%s makes the early call %s', (address, call) => {
  expect(at(address)).toBe(call);
});

test.each([
  '/admin/desk/users?page=minus',
  '/admin/desk/users?page=0',
  '/admin/desk/users?status=nonsense',
  '/admin/desk/users?sort=nonsense',
  '/admin/desk/users?from=2026-11-01',
  `/admin/desk/users?search=${'x'.repeat(201)}`,
  '/admin/desk/bin?kind=user',
  '/admin/desk/activity?area=doctors',
  '/admin/desk/nowhere',
  // Its call needs a phase.
  '/admin/desk/cycle/activities',
  '/admin/desk/cycle/nowhere',
  // Only the posts page knows whether these are a mark and a topic.
  '/admin/desk/awa/posts?marks=phone',
  '/admin/desk/awa/posts?topic=nowhere',
  '/admin/users',
])('%s makes no early call', (address) => {
  expect(at(address)).toBeUndefined();
});

test('every role starts with the question whether work waits', () => {
  for (const role of everyRole) expect(firstList({ pathname: '/admin', search: '' }, role, none)).toBe('/admin/home');
  expect(firstList({ pathname: '/admin/desk/users', search: '' }, 'moderator', none)).toBe('/admin/users?limit=10');
});

test('the early call for users has the page size kept on this device, unless the address has one', () => {
  const kept = (size: string, search = '') =>
    firstList({ pathname: '/admin/desk/users', search }, 'administrator', () => size, {});
  expect(kept('25')).toBe('/admin/users?limit=25');
  expect(kept('25', '?page=2&limit=100')).toBe('/admin/users?page=2&limit=100');
  expect(kept('1000')).toBe('/admin/users?limit=10');
});

test('the early call is for the list of the parent in the address, else for the list of parents', () => {
  const words = { article: 'a', one: '', area: 'doctors' } as const;
  const table = {
    clinic: { ...words, many: 'clinics', path: '/api/clinics' },
    room: { ...words, many: 'waiting rooms', path: '/api/rooms', parent: 'clinic' },
    planned: { ...words, many: 'plans' },
  } as const;
  const id = '0199f0a0-0000-7000-8000-000000000000';
  const pathname = '/admin/desk/waiting-rooms';
  expect(firstList({ pathname, search: `?clinic=${id}&room=1` }, 'administrator', none, table)).toBe(
    `/api/rooms?clinicId=${id}`,
  );
  expect(firstList({ pathname, search: '?form=new' }, 'administrator', none, table)).toBe('/api/clinics');
  expect(firstList({ pathname, search: '?clinic=unknown' }, 'administrator', none, table)).toBeUndefined();
  expect(firstList({ pathname: '/admin/desk/plans', search: '' }, 'administrator', none, table)).toBeUndefined();
});

test('a list outside the role gets no early call', () => {
  const asked = (pathname: string, role: Role) => firstList({ pathname, search: '' }, role, none);
  expect(asked('/admin/desk/users', 'editor')).toBeUndefined();
  expect(asked('/admin/desk/users', 'support')).toBe('/admin/users?limit=10');
  expect(asked('/admin/desk/doctors', 'moderator')).toBeUndefined();
  expect(asked('/admin/desk/doctors', 'editor')).toBe('/api/doctors');
  // Editors have the queue, with the cases of content.
  expect(asked('/admin/desk/moderation', 'editor')).toBe('/admin/moderation/cases?state=open&limit=50');
  expect(asked('/admin/desk/moderation', 'support')).toBeUndefined();
  expect(asked('/admin/desk/bin', 'moderator')).toBe('/admin/bin?limit=50');
});

test('users in every order except the default make an early call', () => {
  for (const sort of UserSort.options.filter((one) => one !== '-createdAt')) {
    expect(at(`/admin/desk/users?sort=${sort}`)).toBe(`/admin/users?limit=10&sort=${sort}`);
  }
});
