/** Structured logs: one JSON object a line. Secrets are removed by name wherever they may stand. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

const SECRET_NAMES = [
  'password',
  'token',
  'refreshToken',
  'accessToken',
  'bearer',
  'secret',
  'credentials',
  'authorization',
  'cookie',
  'masterKey',
  'cookieSecret',
  'databaseUrl',
];
const REDACT = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]).concat([
  '*["x-xsrf-token"]',
  '*["set-cookie"]',
]);

/** @param destination standard output when absent; tests hand in their own. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service: 'scanship' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACT, censor: '[removed]' },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );

/** For tests and tools that are not interested. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
