/** Refusals in Walmart's envelope: a list of errors, each with a code that names the service. */
import { jsonAnswer, SimRefusal, type SimAnswer } from '@scanship/simulator-kit/simulator';

/** @param code Walmart's ("INVALID_REQUEST_CONTENT.GMP_ORDER_API") */
export const refusal = (status: number, code: string, message: string, field = 'data'): SimRefusal =>
  new SimRefusal(status, code, message, field);

export const refusalAnswer = (refused: SimRefusal, headers: Readonly<Record<string, string>> = {}): SimAnswer =>
  jsonAnswer(
    refused.status,
    {
      errors: {
        error: [
          {
            code: refused.code,
            field: refused.field ?? 'data',
            description: refused.message,
            info: 'Request could not be completed.',
            severity: 'ERROR',
            category: refused.status >= 500 ? 'SYSTEM' : 'DATA',
            causes: [],
            errorIdentifiers: {},
          },
        ],
      },
    },
    headers,
  );
