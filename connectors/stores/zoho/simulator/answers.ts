/** What all calls of the API share: the form of answers and refusals, and ids. */
import type { JsonObject } from '@scanship/domain/values/json';
import { jsonAnswer, SimRefusal, type SimAnswer, type SimRequest } from '@scanship/simulator-kit/simulator';
import type { SimOrder } from './model.ts';
import type { Organization } from './organizations.ts';

export const refusalAnswer = ({ status, code, message }: SimRefusal): SimAnswer =>
  jsonAnswer(status, { code: Number(code), message });

export const done = (status: number, answer: JsonObject, message = 'success'): SimAnswer =>
  jsonAnswer(status, { code: 0, message, ...answer });

export const ID = /^[1-9]\d{0,18}$/;

/** @throws SimRefusal 404 */
export const unknown = (): SimRefusal => new SimRefusal(404, '1002', 'Resource does not exist.');

export function idIn(request: SimRequest, name: string): string {
  const id = request.params[name] ?? '';
  if (!ID.test(id)) throw new SimRefusal(400, '2', 'Invalid value passed for id.');
  return id;
}

export function orderIn(organization: Organization, id: string): SimOrder {
  const order = organization.orders.get(id);
  if (!order) throw unknown();
  return order;
}
