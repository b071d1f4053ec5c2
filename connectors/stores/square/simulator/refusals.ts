/** Refusals in Square's format. */
import { jsonAnswer, type SimAnswer, type SimRefusal } from '@scanship/simulator-kit/simulator';

const CATEGORIES: Readonly<Record<number, string>> = {
  401: 'AUTHENTICATION_ERROR',
  403: 'AUTHENTICATION_ERROR',
  429: 'RATE_LIMIT_ERROR',
};

export const refusalAnswer = ({ status, code, message, field }: SimRefusal): SimAnswer =>
  jsonAnswer(status, {
    errors: [
      {
        category: CATEGORIES[status] ?? 'INVALID_REQUEST_ERROR',
        code,
        detail: message,
        ...(field === undefined ? {} : { field }),
      },
    ],
  });
