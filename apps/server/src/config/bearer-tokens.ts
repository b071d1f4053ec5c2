/** Settings that let other machines in at doors of their own. */
import * as z from 'zod/mini';

export const BEARER_TOKENS = {
  METRICS_TOKEN: {
    check: z.string().check(z.minLength(16, 'must have at least 16 characters')),
    fallback: '(loopback only)',
    summary: 'Bearer token for /metrics from other machines.',
  },
  MAIL_REPORT_TOKEN: {
    check: z.string().check(z.minLength(16, 'must have at least 16 characters')),
    fallback: '(none are taken)',
    summary: 'Bearer token for /hooks/mail-reports, where what comes back of mails is posted (docs/operations.md).',
  },
} as const;
