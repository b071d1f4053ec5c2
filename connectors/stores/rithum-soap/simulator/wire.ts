/** SOAP of the simulator: the operation asked for, the sign-in, and results in the contract's form. */
import { child, element, escapeXml, many, readXml } from '@scanship/simulator-kit/xml-message';
import { SimRefusal, xmlAnswer, type SimAnswer, type SimRequest } from '@scanship/simulator-kit/simulator';
import { DEMO_APP } from './apps.ts';

export const SERVICES = 'http://api.channeladvisor.com/webservices/';
const CONTRACTS = 'http://api.channeladvisor.com/datacontracts/';

export const textIn = (node: unknown, name: string): string => {
  const value = child(node, name);
  return typeof value === 'string' ? value : '';
};

const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>${body}</soap:Body></soap:Envelope>`;

export const fault = (code: 'Client' | 'Server', text: string): SimAnswer =>
  xmlAnswer(
    500,
    envelope(
      `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${escapeXml(text)}</faultstring><detail/></soap:Fault>`,
    ),
  );

/** Elements of a data contract, which has a namespace of its own; ready-made, without prefixes. */
export const ofContract = (content: readonly string[]): string[] =>
  content.map((one) => one.replace(/<(\/?)(?=[A-Za-z])/g, '<$1q:'));

/**
 * @param data ready-made children of `ResultData`
 * @param contract last part of the namespace that `q` stands for
 */
export const success = (
  operation: string,
  data: string,
  contract: 'orders' | 'ShippingService' = 'orders',
): SimAnswer =>
  xmlAnswer(
    200,
    envelope(
      `<${operation}Response xmlns="${SERVICES}" xmlns:q="${CONTRACTS}${contract}"><${operation}Result><Status>Success</Status><MessageCode>0</MessageCode><ResultData>${data}</ResultData></${operation}Result></${operation}Response>`,
    ),
  );

export const failure = (operation: string, code: number, message: string): SimAnswer =>
  xmlAnswer(
    200,
    envelope(
      `<${operation}Response xmlns="${SERVICES}"><${operation}Result><Status>Failure</Status><MessageCode>${code}</MessageCode>${element('Message', message)}${operation === 'RequestAccess' ? element('ResultData', 'false') : ''}</${operation}Result></${operation}Response>`,
    ),
  );

/** What the body holds below the operation. @throws SimRefusal for another developer key or another message */
export function given(request: SimRequest, operation: string): unknown {
  const message = child(readXml(request.text()), 'Envelope');
  const credentials = child(child(message, 'Header'), 'APICredentials');
  if (
    textIn(credentials, 'DeveloperKey') !== DEMO_APP.developerKey ||
    textIn(credentials, 'Password') !== DEMO_APP.password
  )
    throw new SimRefusal(401, 'Client', 'Authentication failed.');
  const body = child(child(message, 'Body'), operation);
  if (body === undefined) throw new SimRefusal(400, 'Client', `The body has no ${operation}.`);
  return body;
}

export const numbersIn = (node: unknown, name: string): number[] => many(child(child(node, name), 'int')).map(Number);
