/** Refusals in eBay's format and with its numbers. */
import { jsonAnswer, SimRefusal, type SimAnswer } from '@scanship/simulator-kit/simulator';

/** @param code eBay's errorId */
export const refusal = (status: number, code: number, message: string): SimRefusal =>
  new SimRefusal(status, String(code), message);

const DOMAINS: Readonly<Record<string, string>> = { '1001': 'OAuth', '2001': 'ACCESS', '25709': 'API_INVENTORY' };

export const refusalAnswer = (refused: SimRefusal, headers: Readonly<Record<string, string>> = {}): SimAnswer =>
  jsonAnswer(
    refused.status,
    {
      errors: [
        {
          errorId: Number(refused.code),
          domain: DOMAINS[refused.code] ?? 'API_FULFILLMENT',
          category: refused.status >= 500 ? 'APPLICATION' : 'REQUEST',
          message: refused.message,
          longMessage: refused.message,
        },
      ],
    },
    headers,
  );
