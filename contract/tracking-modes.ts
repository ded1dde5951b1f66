/** The purposes for which people use the app, with their names on screen. */
export const trackingModes = {
  TRACK_PERIOD: 'Period Tracker',
  TRACK_PREGNANCY: 'Pregnancy',
  TRYING_TO_CONCEIVE: 'Conceive',
  PCOS: 'PCOS',
} as const;

export type TrackingModeName = keyof typeof trackingModes;
