/**
 * The last look at every log line, wherever it comes from: an error's message, the detail of a database error, a stack, a
 * library. What opens something, and whom an address belongs to, is replaced; names and ids stay. Each pattern is bounded.
 */
const REMOVED = '[removed]';

const RULES: readonly (readonly [pattern: RegExp, put: string])[] = [
  // Tokens of sessions, agents and pairings bear their kind in front.
  [/\bs(?:sa|sr|pp|pa)_[\w-]{16,400}/g, REMOVED],
  [/\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi, `$1 ${REMOVED}`],
  // "postgres://name:password@host"
  [/(:\/\/)[^\s/:@"\\]{1,200}:[^\s/@"\\]{1,200}@/g, `$1${REMOVED}@`],
  [/(?<![\w.+-])[\w.+-]+(?:@|%40)(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b/gi, REMOVED],
  // Paths of mailed links and of the calls behind them where an address is quoted; the pattern of a route (":token") stays.
  [/(\/(?:reset-password|forgot-password|invitation|email-verification)\/)(?!:)[^\s"?\\]{1,2000}/g, `$1${REMOVED}`],
  [
    /([?&](?:[\w-]{0,40}(?:token|secret|password|key|code|hmac|signature|invitation|ticket|state)|value|username|email)=)[^&\s"\\]{1,8000}/gi,
    `$1${REMOVED}`,
  ],
];

/** @param line one JSON object; it stays one, because nothing that is put in needs escaping */
export const withoutSecrets = (line: string): string =>
  RULES.reduce((text, [pattern, put]) => text.replace(pattern, put), line);
