/** Refusals in Mirakl's format. */
import { jsonAnswer, SimRefusal, type SimAnswer } from '@scanship/simulator-kit/simulator';

export const refusal = (status: number, message: string): SimRefusal => new SimRefusal(status, String(status), message);

export const refusalAnswer = (refused: SimRefusal): SimAnswer =>
  jsonAnswer(refused.status, { status: refused.status, message: refused.message });

export const NO_CONTENT: SimAnswer = { status: 204 };
