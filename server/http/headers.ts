/** What may be loaded and from where: nothing foreign, and no script that is not a file of ours. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine, the editor and text colours set styles on elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** What stands on every answer, also on one to a request that could not be read. `https` adds HSTS. */
export const safeHeaders = (https: boolean): Record<string, string> => ({
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Cache-Control': 'no-store',
  ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
});
