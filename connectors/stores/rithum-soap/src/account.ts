/** Access in two steps: we ask for it with the profile's number, the seller enables it at Rithum, and then the account's id is told. */
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { carrierQuestion, readCarriers } from './carriers.ts';
import { ask, listIn, LET_GO } from './client.ts';

const GUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

interface Authorisation {
  readonly account: string | undefined;
  readonly name: string;
  readonly status: string;
}

async function authorisationOf(
  profileId: string,
  env: Pick<ConnectEnv, 'http' | 'app'>,
): Promise<Authorisation | undefined> {
  const result = await ask(env, {
    service: 'AdminService',
    operation: 'GetAuthorizationList',
    name: 'authorisations',
    body: { 'web:localID': profileId },
    readOnly: true,
  });
  const read = (one: ObjectReader): Authorisation & { readonly profile: string } => ({
    profile: one.id('LocalID'),
    account: one.has('AccountID') ? one.string('AccountID', GUID) : undefined,
    name: one.string('AccountName'),
    status: one.string('Status'),
  });
  return listIn(result, 'ResultData', 'AuthorizationResponse', read).find(({ profile }) => profile === profileId);
}

const isEnabled = (one: Authorisation | undefined): one is Authorisation & { readonly account: string } =>
  one?.account !== undefined && one.status.toLowerCase() === 'enabled';

export async function connect(credentials: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const profileId = credentials.profileId?.trim() ?? '';
  const currency = credentials.currency?.trim() ?? '';
  const known = await authorisationOf(profileId, env);
  if (isEnabled(known)) {
    // A list that can be read proves that the account lets us in, and reports need it.
    const body = { 'web:accountID': known.account };
    const carriers = readCarriers(await ask(env, { ...carrierQuestion, body }));
    return {
      externalAccount: known.account,
      name: known.name,
      // Nothing secret is the seller’s: what opens the account is our own key, once it was enabled.
      credentials: { [ACCESS_TOKEN]: `profile-${profileId}` },
      settings: { profileId, currency },
      currency,
      problems:
        carriers.length > 0
          ? []
          : [
              'This Rithum account has no list of shipping carriers, so nothing can be reported as shipped. Set one up there.',
            ],
    };
  }
  if (known?.status.toLowerCase() !== 'pending')
    await ask(env, {
      service: 'AdminService',
      operation: 'RequestAccess',
      name: 'ask for access',
      body: { 'web:localID': profileId },
      // Asking again leaves one question; nothing is opened by it.
      readOnly: true,
    });
  throw fail(
    'refused',
    'We asked Rithum for access to this profile. Sign in there as an administrator, open Account Authorizations, enable our access, and connect again.',
    { vendorCode: 'approval-pending', field: 'profileId' },
  );
}

/** What all amounts are in. @throws ConnectorError `invalid-input` for a connection without one */
export function currencyOf({ settings }: Pick<StoreEnv, 'settings'>): string {
  const { currency } = settings;
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) return currency;
  throw fail('invalid-input', 'This connection has no currency, and Rithum does not say one. Connect it again.');
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const { profileId } = env.settings;
  const known = await authorisationOf(typeof profileId === 'string' ? profileId : '', env);
  if (!isEnabled(known) || known.account !== env.externalAccount)
    throw fail('not-authorised', LET_GO, { vendorCode: 'not-enabled' });
  return { accountName: known.name, message: `Connected to the Rithum account ${known.name}.` };
}
