export * from '#server/announcements/tables.ts';
export * from '#server/auth/tables.ts';
export * from '#server/users/tables.ts';
