import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { Actor, Id, text } from '#contract/common.ts';
import { failureOf } from '#contract/errors.ts';
import type { Kind } from '#contract/kinds.ts';
import { type Role, approvers, everyRole, roleNames, writers } from '#contract/roles.ts';
import { route } from '#contract/route.ts';

/** The maximum length of a view's name, in characters. */
export const maxViewName = 60;
/** The maximum length of the search part of an address, in characters. */
const maxViewSearch = 2000;
/** The maximum number of views of an account. */
export const maxViews = 100;

/** A kind whose id a parameter has; null for a parameter with another value. */
type Parameter = Extract<Kind, 'topic' | 'secret' | 'community'> | 'account' | null;

type ViewPage = { label: string; roles: readonly Role[]; parameters: Readonly<Record<string, Parameter>> };

/**
 * The lists that can have views, by their address below `/admin/desk/`: the roles that may open each, and the
 * parameters that a view keeps. The record shown, an open form and the page number are no part of a view; nor is a
 * search for users, which may name a person.
 */
const pages = {
  users: {
    label: 'Users',
    roles: areaRoles.users.look,
    parameters: { status: null, sort: null, from: null, to: null },
  },
  'lady-due': {
    label: 'Lady Due',
    roles: areaRoles['lady-due'].look,
    parameters: { mode: null, search: null, status: null, publish: null },
  },
  doctors: {
    label: 'Doctors',
    roles: areaRoles.doctors.look,
    parameters: { search: null, specialty: null, active: null, availability: null },
  },
  announcements: {
    label: 'Announcements',
    roles: areaRoles.announcements.look,
    parameters: { search: null, state: null },
  },
  'awa/posts': {
    label: 'Posts',
    roles: areaRoles.awa.look,
    parameters: { search: null, topic: 'topic', secret: 'secret', community: 'community', marks: null, hidden: null },
  },
  'awa/secrets': {
    label: 'Secrets',
    roles: areaRoles.awa.look,
    parameters: { search: null, group: null, topic: 'topic' },
  },
  'awa/communities': {
    label: 'Communities',
    roles: areaRoles.awa.look,
    parameters: { search: null, topic: 'topic' },
  },
  moderation: { label: 'Moderation', roles: writers, parameters: { state: null, lane: null } },
  'moderation/help-lines': {
    label: 'Help lines',
    roles: areaRoles.moderation.look,
    parameters: { search: null, calls: null },
  },
  review: { label: 'Review', roles: approvers, parameters: { state: null } },
  activity: {
    label: 'Activity',
    roles: everyRole,
    parameters: { area: null, kind: null, show: null, person: 'account', from: null, to: null },
  },
  bin: { label: 'Bin', roles: everyRole, parameters: { search: null, kind: null } },
} as const satisfies Record<string, ViewPage>;

export type ViewPageName = keyof typeof pages;
export const viewPageNames = Object.keys(pages) as [ViewPageName, ...ViewPageName[]];
export const viewPages: Record<ViewPageName, ViewPage> = pages;
const PageName = z.enum(viewPageNames);
const RoleName = z.enum(Object.keys(roleNames) as [Role, ...Role[]]);

const Search = z
  .string()
  .max(maxViewSearch, { error: `The address can have at most ${maxViewSearch} characters after its question mark` })
  .regex(/^[\w\-.~%!$&'()*+,;:@/=[\]"{}]*$/, { error: 'This is not the search part of an address' });

/** The settings of a view that its owner may change. */
const ViewSettings = z.strictObject({
  name: text({ min: 1, max: maxViewName, name: 'Name' }),
  /** The part of the address after the question mark. */
  search: Search,
  /** The role that the view is shared with; null for one's own use. */
  role: RoleName.nullable(),
});

export const SavedView = z.object({
  id: Id,
  owner: Actor,
  page: PageName,
  name: z.string(),
  search: z.string(),
  role: RoleName.nullable(),
  /** The parameters that name a record which no longer exists. */
  gone: z.array(z.string()),
});
export type SavedView = z.infer<typeof SavedView>;

const failures = {
  fetch: 'Failed to fetch the views',
  add: failureOf('save', 'saved', 'the view'),
  update: failureOf('change', 'changed', 'the view'),
  remove: failureOf('delete', 'deleted', 'the view'),
};

const roles = everyRole;

const savedViews = {
  list: route('GET /admin/views', {
    summary: 'The saved views of the account, and those that colleagues share with its role, by page and name.',
    output: z.object({ views: z.array(SavedView) }),
    roles,
    failure: failures.fetch,
  }),
  add: route('POST /admin/views', {
    summary:
      `Save the filters of a list under a name. An account can have at most ${maxViews} views: 409 \`too_many\`. ` +
      'A name is taken once per page: 409 `name_taken`.',
    input: ViewSettings.extend({ page: PageName }),
    roles,
    failure: failures.add,
  }),
  update: route('PUT /admin/views/{id}', {
    summary: 'Change the name, the filters and the sharing of an own view.',
    input: ViewSettings.extend({ id: Id }),
    roles,
    failure: failures.update,
  }),
  remove: route('DELETE /admin/views/{id}', {
    summary: 'Delete an own view. Administrators delete shared ones too.',
    input: z.strictObject({ id: Id }),
    roles,
    failure: failures.remove,
  }),
};

export const savedViewsApi = { savedViews };
