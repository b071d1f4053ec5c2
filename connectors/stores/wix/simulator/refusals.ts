/** Refusals in Wix's format. */
import { jsonAnswer, SimRefusal, type SimAnswer } from '@scanship/simulator-kit/simulator';

export const refuse = (status: number, code: string, message: string): SimRefusal =>
  new SimRefusal(status, code, message);

export const refusalAnswer = ({ status, code, message }: SimRefusal): SimAnswer =>
  jsonAnswer(status, { message, details: { applicationError: { code, description: message, data: {} } } });
