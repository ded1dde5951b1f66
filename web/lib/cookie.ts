/** The value of a cookie that scripts may read; null without one. */
export function readCookie(name: string): string | null {
  const cookies = document.cookie.split('; ').map((one) => one.split('='));
  return cookies.find(([key]) => key === name)?.[1] ?? null;
}

/** Keeps a choice of this browser for a year. The server reads it when a page is opened. The value needs no escapes. */
export function keepCookie(name: string, value: string) {
  document.cookie = `${name}=${value}; Path=/admin; Max-Age=31536000; SameSite=Strict`;
}
