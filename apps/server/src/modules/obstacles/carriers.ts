/** What there is to ship with, as a purchase opens it. */
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { ERRORS } from '@scanship/contracts/errors';
import type { Mender, ObstacleLine, Place } from '@scanship/contracts/network/obstacles';
import type { OpenGrant } from '../carriers/index.ts';
import { fine, trouble } from './line.ts';
import type { Walk } from './subject.ts';

export async function carrierLines({ deps, subject, grants }: Walk): Promise<ObstacleLine[]> {
  const { customerId, realmId } = subject;
  const accounts = await deps.carriers.accounts({ tenantId: customerId });
  const owners = new Map(grants.map(({ accountId, ownerTenantId }) => [accountId, ownerTenantId]));
  const menderOf = (account: CarrierAccount): readonly [Mender, Place, string] => {
    if (!account.lent) return ['customer', 'carriers', account.id];
    const owner = owners.get(account.id) ?? realmId;
    return [owner === realmId ? 'franchise' : 'operator', 'carriers', account.id];
  };
  const lines: ObstacleLine[] = [];
  const working: OpenGrant[] = [];
  for (const account of accounts) {
    const grant = grants.find(({ grantId }) => grantId === account.grantId);
    const line = await accountLine(deps, account, grant, menderOf(account));
    if (line) lines.push(line);
    else if (grant?.manifest.capabilities.rate) working.push(grant);
  }
  const usable = grants.filter(({ manifest }) => manifest.capabilities.rate);
  if (usable.length === 0)
    return [
      trouble('carriers', 'none', 'blocks', {
        message: accounts.length === 0 ? ERRORS.no_carrier.message : 'No carrier account can be used at the moment.',
        nextStep: 'Connect a carrier, or lend this customer an account.',
        mend: ['customer', 'carriers'],
      }),
      ...lines,
    ];
  if (working.length === 0) return lines.map((line) => ({ ...line, verdict: 'blocks' as const }));
  const summary = working.length === 1 ? 'One carrier account works.' : `${working.length} carrier accounts work.`;
  const test = working.every((grant) => grant.test);
  return [
    test && !deps.withTest
      ? trouble('carriers', 'test-only', 'warning', {
          message: 'All accounts are test accounts: labels carry TEST, and nothing travels with them.',
          nextStep: 'Connect a live account, or lend one.',
          mend: ['customer', 'carriers'],
        })
      : fine('carriers', 'accounts', summary),
    ...lines,
  ];
}

/** What is the matter with one account; undefined: nothing. */
async function accountLine(
  { carriers }: Walk['deps'],
  account: CarrierAccount,
  grant: OpenGrant | undefined,
  mend: readonly [Mender, Place, string],
): Promise<ObstacleLine | undefined> {
  const about = account.name;
  const said = (code: string, message: string, nextStep?: string) =>
    trouble('carriers', code, 'warning', { about, message, nextStep, mend });
  if (account.state === 'paused' || grant === undefined)
    return said('paused', 'This account is paused: it is not asked for rates.');
  if (grant.unregistered)
    return said(
      'registration',
      'This account came by signing in at an application that is registered no more.',
      'Register the application again, then sign in at the carrier once more.',
    );
  if (account.state === 'broken')
    return said(
      'refused',
      `The carrier does not accept this account any more. ${account.health.lastProblem ?? ''}`.trim(),
      'Check the credentials with the carrier and enter them anew.',
    );
  if (carriers.heldBack(grant.accountKey))
    return said(
      'held-back',
      'The carrier kept failing, so its calls are held back for a moment.',
      'It is retried automatically.',
    );
  if ((await carriers.callsLeft(grant)) === 0)
    return said('quota', 'The calls that the carrier allows are used up.', 'They resume automatically.');
  if (grant.manifest.services.length > 0 && account.services.every(({ enabled }) => !enabled))
    return said('services', 'All services of this account are switched off.');
  return undefined;
}
