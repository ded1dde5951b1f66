/** Pages load nothing from other sites, and only scripts that are files of this desk. */
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

/** The headers of every response, even to requests that could not be parsed. `https` adds HSTS. */
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
