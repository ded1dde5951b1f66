import { accountRoutes } from '#contract/account.ts';
import { announcementsApi } from '#contract/announcements.ts';
import { appBackendApi } from '#contract/app-backend.ts';
import { appDataApi } from '#contract/app-data.ts';
import { appKeysApi } from '#contract/app-keys.ts';
import { appModerationApi } from '#contract/app-moderation.ts';
import { authRoutes } from '#contract/auth.ts';
import { awaApi } from '#contract/awa.ts';
import { binRoutes } from '#contract/bin.ts';
import { caseTextsApi } from '#contract/case-texts.ts';
import { clinicianApi } from '#contract/clinician.ts';
import { cycleApi } from '#contract/cycle.ts';
import { defaultTextsApi } from '#contract/default-texts.ts';
import { factorsApi } from '#contract/factors.ts';
import { doctorImportApi } from '#contract/doctor-import.ts';
import { doctorsApi } from '#contract/doctors.ts';
import { editionsApi } from '#contract/editions.ts';
import { homeApi } from '#contract/home.ts';
import { historyRoutes } from '#contract/history.ts';
import { imageRoutes } from '#contract/images.ts';
import { ladyDueApi } from '#contract/lady-due.ts';
import { ladyDuePreviewApi } from '#contract/lady-due-preview.ts';
import { liveRoutes } from '#contract/live.ts';
import { approvalsApi } from '#contract/approvals.ts';
import { approversApi } from '#contract/approvers.ts';
import { moderationFiguresApi } from '#contract/moderation-figures.ts';
import { moderationApi } from '#contract/moderation.ts';
import type { Route } from '#contract/route.ts';
import { safetyApi } from '#contract/safety.ts';
import { recallApi } from '#contract/recall.ts';
import { reviewApi } from '#contract/review.ts';
import { remarksApi } from '#contract/remarks.ts';
import { calendarApi } from '#contract/calendar.ts';
import { savedViewsApi } from '#contract/saved-views.ts';
import { searchApi } from '#contract/search.ts';
import { sourcesApi } from '#contract/sources.ts';
import { invitationRoutes, staffRoutes } from '#contract/staff.ts';
import { subjectCasesApi } from '#contract/subject-cases.ts';
import { userNotesApi } from '#contract/user-notes.ts';
import { usersApi } from '#contract/users.ts';

/** Every route of the API, grouped by area. */
export const api = {
  auth: authRoutes,
  invitation: invitationRoutes,
  staff: staffRoutes,
  account: accountRoutes,
  ...factorsApi,
  ...usersApi,
  ...userNotesApi,
  ...doctorsApi,
  ...doctorImportApi,
  ...announcementsApi,
  ...ladyDueApi,
  ...ladyDuePreviewApi,
  ...cycleApi,
  ...awaApi,
  ...moderationApi,
  ...moderationFiguresApi,
  ...safetyApi,
  ...clinicianApi,
  ...approvalsApi,
  ...approversApi,
  ...recallApi,
  ...reviewApi,
  ...remarksApi,
  ...appBackendApi,
  ...appDataApi,
  ...appKeysApi,
  ...appModerationApi,
  ...subjectCasesApi,
  ...caseTextsApi,
  ...defaultTextsApi,
  ...editionsApi,
  ...sourcesApi,
  ...homeApi,
  ...searchApi,
  ...savedViewsApi,
  ...calendarApi,
  images: imageRoutes,
  history: historyRoutes,
  bin: binRoutes,
  live: liveRoutes,
};

/** All routes in one list. */
export const routes: Route[] = Object.values(api).flatMap((feature): Route[] => Object.values(feature));
