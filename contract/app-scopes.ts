/** What a key of the app's backend may do, with its label for administrators. */
export const appScopes = {
  'people:read': 'See whether a person is verified',
  'people:write': 'Write and erase people',
  'posts:write': 'Write and delete posts, comments, likes and members',
  'reports:write': 'Send reports and appeals, and read decisions and messages',
  'changes:read': 'Follow the feed of changes',
} as const;

export type AppScope = keyof typeof appScopes;

/** Some scopes in words. */
export const scopesInWords = (scopes: readonly AppScope[]) => scopes.map((scope) => appScopes[scope]).join('; ');

export const allScopes = Object.keys(appScopes) as AppScope[];
