/** What the carriers' own address services say about an address: one account of each carrier that has one is asked. */
import type { AddressDto } from '@scanship/contracts/common';
import type { CarrierAddressAnswer } from '@scanship/contracts/shipping/quotes';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { runCheckAddress } from '@scanship/connector-kit/steps/run-question';
import type { Address } from '@scanship/domain/addresses/address';
import type { GrantOpener, OpenGrant } from '../carriers/index.ts';
import { problemWords } from './problem-words.ts';

const toDto = (address: Address): AddressDto => ({
  name: address.name,
  companyName: address.companyName ?? null,
  address1: address.address1,
  address2: address.address2 ?? null,
  city: address.city,
  provinceCode: address.provinceCode,
  zipcode: address.zipcode,
  countryCode: address.countryCode,
  phone: address.phone ?? null,
  email: address.email ?? null,
  residential: address.residential ?? null,
});

/** The first account of each carrier that checks addresses: what they say does not hang on the account. */
const oneEach = (grants: readonly OpenGrant[]): readonly OpenGrant[] => {
  const able = grants.filter((grant) => grant.manifest.capabilities.checkAddress === true);
  return able.filter((grant, at) => able.findIndex(({ slug }) => slug === grant.slug) === at);
};

/** Answers in the order of the accounts; a carrier that cannot be asked says so in its own answer. */
export async function askAboutAddress(
  grants: GrantOpener,
  tenantId: string,
  address: Address,
): Promise<readonly CarrierAddressAnswer[]> {
  const asked = oneEach(await grants.open({ tenantId }));
  return Promise.all(asked.map((grant) => askOne(grant, address)));
}

async function askOne(grant: OpenGrant, address: Address): Promise<CarrierAddressAnswer> {
  const who = { grantId: grant.grantId, carrier: grant.slug, carrierName: grant.carrierName };
  const failed = (message: string): CarrierAddressAnswer => ({
    ...who,
    verdict: 'failed',
    level: 'city',
    suggestions: [],
    residential: null,
    messages: [message],
  });
  try {
    const answer = await runCheckAddress(await grant.load(), address, await grant.environment());
    grant.note(answer.ok ? undefined : answer.problem);
    if (!answer.ok) return failed(problemWords(grant.carrierName, answer.problem).message);
    const { verdict, level, suggestions, residential, messages } = answer.value;
    return {
      ...who,
      verdict,
      level,
      suggestions: suggestions.map(toDto),
      residential: residential ?? null,
      messages: [...messages],
    };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return failed(problemWords(grant.carrierName, error.problem).message);
  }
}
