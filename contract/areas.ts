import { type Role, writers } from '#contract/roles.ts';
import { trackingModes } from '#contract/tracking-modes.ts';

type Access = {
  /** The roles that may see the area's content and history, and its part of the log and the bin. */
  look: readonly Role[];
  /** The roles that may change it, which includes undoing, restoring and uploading images. */
  change: readonly Role[];
};

/**
 * The parameters of a call. A text is always sent; a pattern must match the value in the address, where its name may be
 * another one, `as`. Without a matching value in the address, it comes from the cookie with the name `kept`, else it is
 * `usual`.
 */
export type Parameters = Record<
  string,
  string | RegExp | { pattern: RegExp; usual?: string; as?: string; kept?: string }
>;

/**
 * The first call of a page, with its parameters in the order in which the page sends them, and the roles that may make it
 * if they are not those of the area.
 */
type FirstList = { path: string; parameters: Parameters; roles?: readonly Role[] };

type AreaWords = Access & {
  /** Its name in the menu and in the filter of the log. */
  label: string;
  /** A clinician reviews its texts: `contract/approvals.ts`. */
  isReviewed?: true;
};

const content = {
  look: ['administrator', 'editor', 'support'],
  change: ['administrator', 'editor'],
} as const satisfies Access;

/** The medical texts. */
const medical = {
  look: ['administrator', 'editor', 'reviewer', 'support'],
  change: content.change,
} as const satisfies Access;

/** Matches nothing: an address with this parameter gets no early call. */
export const never = /(?!)/;

/**
 * The areas of the desk, in menu order. Roles, the log's filter, early calls, approvals and live changes follow from
 * this table. The start script imports it, so it must not import packages.
 */
const areas = {
  users: {
    label: 'Users',
    look: ['administrator', 'moderator', 'support'],
    change: ['administrator', 'moderator', 'support'],
  },
  cycle: { label: 'My Cycle', ...medical, isReviewed: true },
  'lady-due': { label: 'Lady Due', ...medical, isReviewed: true },
  awa: {
    label: 'Awa Secrets',
    look: ['administrator', 'moderator', 'support'],
    change: ['administrator', 'moderator'],
  },
  moderation: {
    label: 'Moderation',
    look: ['administrator', 'moderator'],
    change: ['administrator', 'moderator'],
  },
  doctors: { label: 'Doctors', ...content },
  announcements: { label: 'Announcements', ...content },
  staff: { label: 'Staff accounts', look: ['administrator'], change: ['administrator'] },
} as const satisfies Record<string, AreaWords>;

export type Area = keyof typeof areas;

export const areaNames = Object.keys(areas) as Area[];

const wordsOf = (area: Area): AreaWords => areas[area];

/** Its name in the menu and in the filter of the log. */
export const areaLabel = (area: Area) => wordsOf(area).label;

/** The access of each role to each area. The `roles` of a call are one of these lists, unless fewer roles may make it. */
export const areaRoles: Record<Area, Access> = areas;

/** The areas that a role may look at, or change. */
export const areasOf = (role: Role, what: keyof Access) =>
  areaNames.filter((area) => areaRoles[area][what].includes(role));

/** The areas whose texts a clinician reviews. */
export type ReviewedArea = { [A in Area]: (typeof areas)[A] extends { isReviewed: true } ? A : never }[Area];

export const reviewedAreas = areaNames.filter((area): area is ReviewedArea => wordsOf(area).isReviewed === true);

/**
 * The first call of an area's own page; undefined if the page belongs to a kind, whose list it then is. Only the start
 * script contains these lists.
 */
export function firstListOf(area: Area) {
  const lists: { [A in Area]?: FirstList } = {
    users: {
      path: '/admin/users',
      parameters: {
        page: /^[1-9]\d{0,8}$/,
        limit: { pattern: /^(10|25|50|100)$/, kept: 'awa-desk-users-limit', usual: '10' },
        search: /^.{1,200}$/,
        status: /^(verified|unverified)$/,
        sort: /^(createdAt|-?name|-lastActiveAt|-activity)$/,
        from: never,
        to: never,
      },
    },
    'lady-due': {
      path: '/admin/lady-due/categories',
      parameters: {
        trackingMode: {
          as: 'mode',
          pattern: new RegExp(`^(${Object.keys(trackingModes).join('|')})$`),
          usual: 'TRACK_PERIOD',
        },
      },
    },
    awa: { path: '/admin/awa/analytics', parameters: {} },
    moderation: {
      path: '/admin/moderation/cases',
      roles: writers,
      parameters: { state: { pattern: /^(open|escalated|appealed)$/, usual: 'open' }, limit: '50' },
    },
  };
  return lists[area];
}
