/** Only paths of this app may be returned to after signing in. */
export const safeReturnPath = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !path.startsWith('/auth/') ? path : undefined;
