/** Accounts, the headers every call needs, and refusals in DHL's form. */
import { routesOf } from '@scanship/simulator-kit/routes';
import {
  basicAuth,
  jsonAnswer,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { refuse, STRUCTURE } from './contract.ts';

export const accounts: readonly SimAccount[] = [
  {
    id: 'dhl-alpha',
    name: 'Alpha Test Shop',
    credentials: { username: 'alphaTestShop', password: 'A!1aTestWord', accountNumber: '966123451' },
  },
  {
    id: 'dhl-beta',
    name: 'Beta Test Shop',
    credentials: { username: 'betaTestShop', password: 'B!2bTestWord', accountNumber: '966123452' },
  },
];

const VERSION = '3.1.0';

/** @throws SimRefusal 401, or 400 for a missing header */
export function accountOf(request: SimRequest, sim: SimContext): SimAccount {
  const basic = basicAuth(request);
  const account = sim.accounts.find((one) => one.credentials['username'] === basic?.user);
  if (!basic || !account || account.credentials['password'] !== basic.password)
    throw new SimRefusal(401, '401', 'Invalid Credentials');
  if (request.headers['x-version'] === undefined)
    throw new SimRefusal(400, STRUCTURE, `Missing mandatory parameters: x-version (${VERSION})`);
  const reference = request.headers['message-reference'];
  if (reference !== undefined && (reference.length < 1 || reference.length > 36))
    throw new SimRefusal(400, STRUCTURE, 'Parameters not having correct format: Message-Reference');
  return account;
}

/** The account that is named must be the caller's. */
export function checkAccount(number: string | undefined, account: SimAccount): void {
  if (number !== account.credentials['accountNumber'])
    refuse('', 'The account number is not found or invalid. Please check the account number and retry.');
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  422: 'Validation error',
};

const PROBLEM = { 'content-type': 'application/problem+json' };

function refusalAnswer(refusal: SimRefusal, request: SimRequest): SimAnswer {
  const { status, code, message } = refusal;
  const detail = /^\d{4,6}$/.test(code) ? `${code}: ${message}` : message;
  const title = TITLES[status] ?? 'Bad request';
  return jsonAnswer(
    status,
    { instance: `/expressapi${request.path}`, detail, title, message: title, status: String(status) },
    PROBLEM,
  );
}

export const route = routesOf(refusalAnswer);

/** "2026-11-23T12:00:00 GMT-05:00" as an instant. @throws SimRefusal 998 */
export function readStamp(text: string): { readonly day: string; readonly time: string; readonly at: Date } {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}) ?GMT([+-]\d{2}:\d{2})$/.exec(text);
  const at = found ? new Date(`${found[1] ?? ''}T${found[2] ?? ''}${found[3] ?? ''}`) : undefined;
  if (!found || !at || Number.isNaN(at.getTime()))
    return refuse(
      '998',
      "ShipTimeStamp is not well formatted. (Expected Sample Format: '2010-02-11T17:10:09 GMT+01:00')",
    );
  return { day: found[1] ?? '', time: found[2] ?? '', at };
}

const DAY_MS = 86_400_000;

/** Not in the past, not more than ten days ahead. */
export function checkStamp(text: string, now: Date): ReturnType<typeof readStamp> {
  const stamp = readStamp(text);
  if (stamp.at.getTime() < now.getTime()) refuse('998', 'The requested date is in the past.');
  if (stamp.at.getTime() > now.getTime() + 11 * DAY_MS) refuse('998', 'The requested date is more than 10 days ahead.');
  return stamp;
}
