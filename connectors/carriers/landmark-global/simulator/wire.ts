/** Messages as the API reads and writes them. */
import {
  SimRefusal,
  xmlAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { child, element, readXml, textOf } from '@scanship/simulator-kit/xml-message';
import { checkMessage, refuse } from './contract.ts';

export type Document = 'Ship' | 'Cancel' | 'Track';

/** The content of the request, once its form is right. */
export function opened(request: SimRequest, document: Document): unknown {
  const name = `${document}Request` as const;
  let tree: unknown;
  try {
    tree = readXml(request.text());
  } catch (error) {
    // What cannot be taken apart is answered as if nobody had signed in.
    if (error instanceof SimRefusal) throw refuse('Login', 'Required element Login not found');
    throw error;
  }
  const content = child(tree, name);
  if (content === undefined) throw refuse('Login', 'Required element Login not found');
  checkMessage(name, content);
  return content;
}

export function signedIn(content: unknown, sim: SimContext): SimAccount {
  const login = child(content, 'Login');
  const account = sim.accounts.find(
    ({ credentials }) =>
      credentials['username'] === textOf(login, 'Username') && credentials['password'] === textOf(login, 'Password'),
  );
  if (!account) throw refuse('Login', 'The username/password combination provided is invalid.');
  if (account.credentials['clientId'] !== textOf(content, 'ClientID'))
    throw refuse(
      'Login',
      `User ${textOf(login, 'Username')} does not have permissions to client: ${textOf(content, 'ClientID')}`,
    );
  return account;
}

const document = (name: Document, parts: readonly string[]): SimAnswer =>
  xmlAnswer(200, `<?xml version="1.0"?>\n${element(`${name}Response`, parts)}`);

/** @param test the call was one */
export const answer = (name: Document, test: boolean, result: readonly string[]): SimAnswer =>
  document(name, [
    ...(test ? [element('Test', 'true')] : []),
    element('Result', [element('Success', 'true'), ...result]),
  ]);

export const declined = (name: Document, r: SimRefusal): SimAnswer =>
  document(name, [
    element('Errors', [element('Error', [element('ErrorCode', r.code), element('ErrorMessage', r.message)])]),
    element('Result', [element('Success', 'false'), element('ResultMessage', 'See Errors element for error details')]),
  ]);
