/** Messages as the service reads and writes them. */
import { child, element, many, readXml, textOf } from '@scanship/simulator-kit/xml-message';
import {
  SimRefusal,
  xmlAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { checkMessage } from './contract.ts';

export type Node = Readonly<Record<string, unknown>>;

export const number = (node: unknown, name: string): number => Number(textOf(node, name) || '0');
export const list = (node: unknown, name: string): readonly unknown[] => many(child(node, name));

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const NIL = '<error xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';

const envelope = (status: number, content: string): SimAnswer =>
  xmlAnswer(
    status,
    `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${ENVELOPE}"><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`,
  );

/** @param ours elements whose names come before "error", and those behind it */
export const answer = (
  namespace: string,
  method: string,
  ours: readonly string[] = [],
  behind: readonly string[] = [],
): SimAnswer =>
  envelope(
    200,
    `<ns:${method}Response xmlns:ns="${namespace}"><ns:return xmlns="http://ws.dto.canshipws.canpar.com/xsd">${ours.join('')}${NIL}${behind.join('')}</ns:return></ns:${method}Response>`,
  );

export const error = (namespace: string, method: string, words: string): SimAnswer =>
  envelope(
    200,
    `<ns:${method}Response xmlns:ns="${namespace}"><ns:return xmlns="http://ws.dto.canshipws.canpar.com/xsd">${element('error', words)}</ns:return></ns:${method}Response>`,
  );

export const fault = (code: string, words: string): SimAnswer =>
  envelope(500, element('soapenv:Fault', [element('faultcode', code), element('faultstring', words)]));

/** What the service says in `error`. */
export const refuse = (words: string): SimRefusal => new SimRefusal(200, 'error', words);

export const method = (request: SimRequest): string =>
  /^"?urn:(\w+)"?$/.exec(request.headers.soapaction ?? '')?.[1] ?? '';

/** The content of the request, once its form is right. */
export function opened(request: SimRequest, name: string): unknown {
  const body = child(child(readXml(request.text()), 'Envelope'), 'Body');
  const call = child(body, name);
  if (call === undefined)
    throw new SimRefusal(500, 'soapenv:Server', `The endpoint reference (EPR) for the Operation not found is ${name}`);
  const content = child(call, 'request');
  if (content === undefined || Array.isArray(content))
    throw new SimRefusal(
      500,
      'soapenv:Server',
      'org.apache.axis2.databinding.ADBException: Unexpected subelement request',
    );
  checkMessage(`${name.charAt(0).toUpperCase()}${name.slice(1)}Rq`, content);
  return content;
}

/** The account that signed. */
export function signedIn(request: unknown, sim: SimContext): SimAccount {
  const account = sim.accounts.find(
    ({ credentials }) =>
      credentials.user === textOf(request, 'user_id') && credentials.password === textOf(request, 'password'),
  );
  if (!account) throw refuse('INVALID USER ID OR PASSWORD');
  return account;
}

/** @throws SimRefusal for another's shipper number */
export function ownNumber(account: SimAccount, shipper: string): void {
  if (shipper !== account.credentials.shipper) throw refuse('USER IS NOT AUTHORIZED FOR THIS SHIPPER NUMBER');
}

const EASTERN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Toronto',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** "2026-11-23 14:05:00" in Toronto. */
export const eastern = (at: Date): string => EASTERN.format(at);
