import { announcements } from '#contract/announcements.ts';
import { auth } from '#contract/auth.ts';
import { doctors } from '#contract/doctors.ts';
import { history } from '#contract/history.ts';
import { images } from '#contract/images.ts';
import type { Route } from '#contract/route.ts';
import { users } from '#contract/users.ts';

/** Every call of the API, feature by feature. */
export const api = { auth, users, doctors, announcements, images, history };

/** All routes in one list, for code that goes through every one. */
export const routes: Route[] = Object.values(api).flatMap((feature): Route[] => Object.values(feature));
