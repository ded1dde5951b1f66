import { announcementsFeature } from '#server/announcements/feature.ts';
import { appBackendFeature } from '#server/app-backend/feature.ts';
import { awaFeature } from '#server/awa/feature.ts';
import { calendarFeature } from '#server/calendar/feature.ts';
import { cycleFeature } from '#server/cycle/feature.ts';
import { doctorsFeature } from '#server/doctors/feature.ts';
import { editionsFeature } from '#server/editions/feature.ts';
import { homeFeature } from '#server/home/feature.ts';
import { ladyDueFeature } from '#server/lady-due/feature.ts';
import { moderationFeature } from '#server/moderation/feature.ts';
import { approvalsFeature } from '#server/approvals/feature.ts';
import { safetyFeature } from '#server/safety/feature.ts';
import { sourcesFeature } from '#server/sources/feature.ts';
import { savedViewsFeature } from '#server/saved-views/feature.ts';
import { searchFeature } from '#server/search/feature.ts';
import { staffFeature } from '#server/staff/feature.ts';
import { usersFeature } from '#server/users/feature.ts';

/**
 * Every feature of the desk. Mounting, the log, kept images and demo data follow from this list. Awa Secrets comes
 * before the users, because demo posts refer to its secrets and communities, and moderation after the posts and the
 * content, which its demo cases are about.
 */
export const features = [
  awaFeature,
  usersFeature,
  doctorsFeature,
  announcementsFeature,
  ladyDueFeature,
  cycleFeature,
  moderationFeature,
  safetyFeature,
  approvalsFeature,
  staffFeature,
  appBackendFeature,
  editionsFeature,
  sourcesFeature,
  homeFeature,
  searchFeature,
  savedViewsFeature,
  calendarFeature,
];
