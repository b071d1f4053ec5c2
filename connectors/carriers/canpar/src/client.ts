/**
 * The only file that makes calls. User and password travel in the body of every message; refusals are an `error` text in an
 * answer with status 200, for which Canpar publishes no codes, so they are told apart by their words.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ConnectorError, type ProblemKind } from '@scanship/connector-kit/errors';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { bareTree, callSoap } from '@scanship/connector-kit/xml/soap';
import { manifest } from './manifest.ts';
import { message, MESSAGES, SERVICES, THINGS, type ServiceName, type XmlTree } from './vendor.ts';

const NAME = manifest.name;

export interface CanparCall {
  readonly service: ServiceName;
  readonly method: string;
  /** Short name for the trace. */
  readonly name: string;
  readonly request: XmlTree;
  readonly readOnly: boolean;
  /** Questions that anybody may ask carry no user and password. */
  readonly open?: boolean | undefined;
  readonly arrays?: readonly string[] | undefined;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one element in a node: answers are wrapped twice, under names that differ between versions of a method. */
function only(node: unknown, what: string): Node {
  const members = isNode(node) ? Object.values(node) : [];
  const [first] = members;
  if (members.length !== 1 || !isNode(first)) throw new FieldProblem(what, 'does not hold the answer');
  return first;
}

const BUSY = /time[d ]*-?out|unavailable|try again|internal|exception|database|connection/i;
const SIGN_IN = /password|user ?id|log ?[io]n|credential|authenticat|authori[sz]ed/i;
const INPUT =
  /invalid|not valid|missing|mandatory|required|must|exceed|too (long|large|heavy|many)|cannot be (blank|empty|null)/i;

/** What an error text means. A fault of theirs is not known to have left a changing call without effect. */
export function kindOf(text: string, readOnly: boolean): ProblemKind {
  if (SIGN_IN.test(text)) return 'not-authorised';
  if (BUSY.test(text)) return readOnly ? 'temporary-before-effect' : 'unknown-effect';
  return INPUT.test(text) ? 'invalid-input' : 'refused';
}

function fieldOf(text: string): string | undefined {
  if (!/postal|zip/i.test(text)) return undefined;
  if (/deliver|consignee|destination/i.test(text)) return 'to.zipcode';
  return /pick ?up|origin|shipper/i.test(text) ? 'from.zipcode' : undefined;
}

/** Their words as a sentence. */
export const sentence = (text: string): string => `${NAME}: ${asSentence(text)}`;

export function refusal(text: string, readOnly: boolean): ConnectorError {
  const kind = kindOf(text, readOnly);
  const words =
    kind === 'not-authorised'
      ? `${NAME} did not accept the user ID, password and shipper number of this account.`
      : sentence(text);
  return fail(kind, words, { vendorMessage: excerpt(text), field: fieldOf(text) });
}

/**
 * Calls one method and answers what is inside its `return`.
 * @throws ConnectorError from a fault or the answer's `error`
 */
export async function call(env: CarrierEnv, one: CanparCall): Promise<ObjectReader> {
  const { path, namespace } = SERVICES[one.service];
  const signIn = one.open === true ? {} : { user_id: env.credentials.user, password: env.credentials.password };
  const body = await callSoap({
    vendor: NAME,
    http: env.http,
    path,
    action: `urn:${one.method}`,
    name: one.name,
    namespaces: { 'xmlns:ws': namespace, 'xmlns:m': MESSAGES, 'xmlns:t': THINGS },
    body: { [`ws:${one.method}`]: { 'ws:request': message({ ...one.request, ...signIn }) } },
    readOnly: one.readOnly,
    arrays: one.arrays,
    // The service unpacks a message before it acts, so one that cannot be unpacked has done nothing.
    readFault: (fault) =>
      /ADBException|unexpected subelement/i.test(fault.text)
        ? { kind: 'refused', message: `${NAME} could not read this request.` }
        : undefined,
  });
  const answer = readObject(bareTree(only(only(body, 'The answer'), 'The answer')), one.method);
  if (answer.has('error')) throw refusal(answer.string('error'), one.readOnly);
  return answer;
}

/** Texts of a repeated element. */
export const texts = (reader: ObjectReader, name: string): readonly string[] => {
  const value = reader.raw(name);
  return (Array.isArray(value) ? value : [value]).filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
};

/** The account's shipper number. */
export const shipperOf = (env: CarrierEnv): string => env.credentials.shipper ?? '';
