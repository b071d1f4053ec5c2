/** Proves key and secret by signing in, and CRID, mailer IDs and payment account by an authorisation that costs nothing. */
import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { accountOf } from './account.ts';
import { authorisePayment } from './client.ts';

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const { crid, epsAccount, priceType } = accountOf(env);
  await authorisePayment(env);
  const prices = priceType === 'CONTRACT' ? 'contract' : 'commercial';
  return {
    accountName: crid,
    message: `Connected to USPS as CRID ${crid}; labels are paid by EPS account ${epsAccount} at ${prices} prices.`,
  };
}
