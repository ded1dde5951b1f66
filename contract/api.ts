import { account } from '#contract/account.ts';
import { announcementsApi } from '#contract/announcements.ts';
import { auth } from '#contract/auth.ts';
import { awaApi } from '#contract/awa.ts';
import { bin } from '#contract/bin.ts';
import { cycleApi } from '#contract/cycle.ts';
import { factorsApi } from '#contract/factors.ts';
import { doctorsApi } from '#contract/doctors.ts';
import { history } from '#contract/history.ts';
import { images } from '#contract/images.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { live } from '#contract/live.ts';
import type { Route } from '#contract/route.ts';
import { invitation, staff } from '#contract/staff.ts';
import { usersApi } from '#contract/users.ts';

/** Every route of the API, grouped by area. */
export const api = {
  auth,
  invitation,
  staff,
  account,
  ...factorsApi,
  ...usersApi,
  ...doctorsApi,
  ...announcementsApi,
  ...ladyDueApi,
  ...cycleApi,
  ...awaApi,
  images,
  history,
  bin,
  live,
};

/** All routes in one list. */
export const routes: Route[] = Object.values(api).flatMap((feature): Route[] => Object.values(feature));
