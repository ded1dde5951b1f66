export * from '#server/announcements/tables.ts';
export * from '#server/auth/tables.ts';
export * from '#server/doctors/tables.ts';
export * from '#server/history/tables.ts';
export * from '#server/images/tables.ts';
export * from '#server/users/tables.ts';
