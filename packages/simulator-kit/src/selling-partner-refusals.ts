/** Refusals of Amazon's Selling Partner API: `{ errors: [{ code, message, details }] }`. */
import { jsonAnswer, SimRefusal, type SimAnswer } from './simulator.ts';

/** @param details more for the developer; travels in the refusal's `field` */
export const refusal = (status: number, code: string, message: string, details = ''): SimRefusal =>
  new SimRefusal(status, code, message, details);

export const invalid = (message: string): SimRefusal => refusal(400, 'InvalidInput', message);

export const refusalAnswer = (refused: SimRefusal, headers: Readonly<Record<string, string>> = {}): SimAnswer =>
  jsonAnswer(
    refused.status,
    { errors: [{ code: refused.code, message: refused.message, details: refused.field ?? '' }] },
    { 'x-amzn-RequestId': 'simulated', ...headers },
  );
