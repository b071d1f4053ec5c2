/** What all services of the simulator share: opening envelopes, accounts, answers and refusals. */
import {
  basicAuth,
  SimRefusal,
  xmlAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { child, element, many, readXml } from '@scanship/simulator-kit/xml-message';
import { NAMESPACES, OPERATIONS, requestContext, type Version } from './contract.ts';
import type { Flaw } from './schema.ts';

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const at = (tree: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((node, name) => child(node, name), tree);
export const textAt = (tree: unknown, ...names: readonly string[]): string => text(at(tree, ...names));
export const manyAt = (tree: unknown, ...names: readonly string[]): unknown[] => many(at(tree, ...names));

/** An error of the service's own: it travels with status 200. */
export const refuse = (code: string, message: string): SimRefusal => new SimRefusal(200, code, message);

const envelope = (status: number, header: string, content: string): SimAnswer =>
  xmlAnswer(
    status,
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${content}</s:Body></s:Envelope>`,
  );

const INFORMATION = element('ResponseInformation', [element('Errors', []), element('InformationalMessages', [])]);

export const answerOf = (operation: string, version: Version, content: readonly string[], reference = ''): SimAnswer =>
  envelope(
    200,
    element('s:Header', [
      element('h:ResponseContext', [element('h:ResponseReference', reference)], { 'xmlns:h': NAMESPACES[version] }),
    ]),
    element(`${operation}Response`, [INFORMATION, ...content], { xmlns: NAMESPACES[version] }),
  );

export const errorsElement = (code: string, message: string): string =>
  element('ResponseInformation', [
    element('Errors', [
      element('Error', [
        element('Code', code),
        element('Description', message),
        element('AdditionalInformation', 'Simulated'),
      ]),
    ]),
    element('InformationalMessages', []),
  ]);

/** Refusals as the services give them: schema flaws as a fault, sign-in by status, all else inside the answer. */
export function refusalOf(operation: string, version: Version, refusal: SimRefusal): SimAnswer {
  if (refusal.status === 200)
    return envelope(
      200,
      '',
      element(`${operation}Response`, [errorsElement(refusal.code, refusal.message)], { xmlns: NAMESPACES[version] }),
    );
  if (refusal.status === 401) return { status: 401, headers: { 'content-type': 'text/html' }, body: '<p>Unauthorized' };
  const detail = element(
    'ValidationFault',
    [
      element('Details', [
        element('ValidationDetail', [
          element('Key', refusal.field ?? ''),
          element('Message', refusal.message),
          element('Tag', ''),
        ]),
      ]),
    ],
    { xmlns: 'http://www.microsoft.com/practices/EnterpriseLibrary/2007/01/wcf/validation' },
  );
  return envelope(
    500,
    '',
    element('s:Fault', [
      element('faultcode', 's:Client'),
      element('faultstring', 'The request is not valid.'),
      element('detail', [detail]),
    ]),
  );
}

/** The namespace an element stands in, by its own default or by its prefix, wherever that is declared. */
function namespaceOfElement(body: string, name: string): string | undefined {
  const tag = new RegExp(`<(?:([\\w-]+):)?${name}((?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*/?>`).exec(body);
  if (!tag) return undefined;
  const [, prefix, attributes = ''] = tag;
  const declared = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  const find = (where: string): string | undefined =>
    new RegExp(`\\s${declared}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
      .exec(where)
      ?.slice(1)
      .find((v) => v !== undefined);
  return find(attributes) ?? (prefix === undefined ? undefined : find(body));
}

const hasAttributes = (body: string): boolean => /<[\w:-]+\s+(?!xmlns\b)[\w:.-]+\s*=/.test(body);

const flawed = ({ element: name, why }: Flaw): SimRefusal =>
  new SimRefusal(500, 'schema', `The element ${name} ${why}.`, name);

export interface Opened {
  readonly account: SimAccount;
  readonly body: unknown;
  readonly reference: string;
}

/**
 * The account of a request and the element below the SOAP body, checked against the contract.
 * @throws SimRefusal
 */
export function open(request: SimRequest, sim: SimContext, operation: string): Opened {
  const rule = OPERATIONS[operation];
  if (!rule) throw new RangeError(`there is no operation "${operation}"`);
  const basic = basicAuth(request);
  const account = sim.accounts.find(
    (a) => a.credentials.key === basic?.user && a.credentials.password === basic?.password,
  );
  if (!account) throw new SimRefusal(401, '401', 'Unauthorized');
  const source = request.text();
  const root = child(readXml(source), 'Envelope');
  const namespace = NAMESPACES[rule.version];
  const name = `${operation}Request`;
  const header = child(child(root, 'Header'), 'RequestContext');
  const body = child(child(root, 'Body'), name);
  if (
    header === undefined ||
    body === undefined ||
    hasAttributes(source) ||
    namespaceOfElement(source, name) !== namespace ||
    namespaceOfElement(source, 'RequestContext') !== namespace
  )
    throw flawed({ element: name, why: 'is not what this service takes' });
  const found = requestContext(header, 'RequestContext') ?? rule.check(body, name);
  if (found) throw flawed(found);
  if (textAt(header, 'UserToken') !== account.credentials.activationKey)
    throw refuse('9000', 'Authorization failed -- The activation key is not known.');
  return { account, body, reference: textAt(header, 'RequestReference') };
}

/** @throws SimRefusal when a number of another account is named */
export function checkAccount(account: SimAccount, ...numbers: readonly string[]): void {
  if (numbers.some((number) => number !== account.credentials.account))
    throw refuse('1100601', 'The account number is not registered with this key.');
}

export const day = (date: Date): string => date.toISOString().slice(0, 10);
