/** Structured logs: one JSON object a line. Secrets are removed by name, and by their looks wherever they may stand. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { withoutSecrets } from './without-secrets.ts';

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
/** Names of headers; libraries log them at `debug` and `trace`, below a request. */
const SECRET_HEADERS = ['x-xsrf-token', 'set-cookie'];
const REDACT = [
  ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...SECRET_HEADERS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
];

/**
 * @param destination standard output when absent; tests hand in their own.
 * @param around what every line says of where it is written: the trace
 */
export const createLogger = (level: string, destination?: DestinationStream, around?: () => object): Logger =>
  pino(
    {
      level,
      base: { service: 'scanship' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACT, censor: '[removed]' },
      hooks: { streamWrite: withoutSecrets },
      ...(around && { mixin: around }),
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );

/** For tests and tools that are not interested. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
