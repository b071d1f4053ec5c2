/** Whose access it is: a profile is what other platforms call a store. */
import { fail } from '@scanship/connector-kit/errors';
import type { Http } from '@scanship/connector-kit/http/http';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, askWithToken, type RithumCall } from './client.ts';
import { ID } from './reading.ts';

const profilesCall: RithumCall = { name: 'profiles', path: '/v1/Profiles' };

interface Profile {
  readonly id: string;
  readonly name: string;
  readonly currency: string | undefined;
}

const profilesOf = (answer: ObjectReader): Profile[] =>
  answer.strictList('value', (profile) => ({
    id: profile.id('ID', ID),
    name: profile.string('AccountName'),
    currency: profile.maybe('CurrencyCode', (n) => profile.currency(n)),
  }));

/**
 * The store that was let in. One sign-in may open several profiles; the one with the lowest number is brought in, and what is
 * left out is said.
 */
export async function readStore(http: Http, token: string): Promise<Omit<ConnectedStore, 'credentials'>> {
  const answer = await askWithToken(http, token, profilesCall);
  const [profile, ...others] = profilesOf(answer).toSorted((a, b) => Number(a.id) - Number(b.id));
  if (!profile)
    throw fail('refused', 'This Rithum sign-in opens no profile. Sign in with a user that has one.', {
      vendorCode: 'no-profile',
    });
  return {
    externalAccount: profile.id,
    name: profile.name,
    settings: {},
    currency: profile.currency,
    problems: [
      ...answer.problems,
      ...(others.length === 0
        ? []
        : [
            `This sign-in opens ${others.length + 1} profiles at Rithum; only ${profile.name} (${profile.id}) is brought in. For another one, connect with a user that has that profile alone.`,
          ]),
    ],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const profiles = profilesOf(await ask(env, profilesCall));
  const mine = profiles.find(({ id }) => id === env.externalAccount);
  if (!mine)
    throw fail('refused', 'Rithum let us into another profile than this store’s. Connect the store again.', {
      vendorCode: 'other-profile',
    });
  return { accountName: mine.name, message: `Connected to the Rithum profile ${mine.name}.` };
}
