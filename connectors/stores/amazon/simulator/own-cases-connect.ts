/** Own cases of letting us in: consent, exchange, renewal, and who the seller is. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import type { AmazonManifest } from '../src/manifest-family.ts';
import { DEMO_APP } from './apps.ts';
import { get, tokenExchange } from './own-exchanges.ts';

export function connectCases(manifest: AmazonManifest, account: string): readonly StoreOwnCase[] {
  const { marketplace } = manifest;
  const participation = {
    marketplace: {
      id: marketplace.id,
      name: marketplace.name,
      countryCode: marketplace.country,
      defaultCurrencyCode: marketplace.currency,
      defaultLanguageCode: 'en_CA',
      domainName: 'www.amazon.example',
    },
    participation: { isParticipating: true, hasSuspendedListings: false },
    storeName: 'Maple Goods',
  };
  const participations = (token?: string): OwnExchange =>
    get('/sellers/v1/marketplaceParticipations', { payload: [participation] }, {}, token);
  return [
    {
      name: 'the consent page of Seller Central',
      operation: 'begin',
      state: 'signed.state',
      redirectUri: 'https://app.example/connect',
      exchanges: [],
      expect: `${marketplace.sellerCentral}/apps/authorize/consent?application_id=${DEMO_APP.applicationId}&state=signed.state&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect`,
    },
    {
      name: 'the return with a code names the seller',
      operation: 'checkEntry',
      query: { state: 's', selling_partner_id: account, spapi_oauth_code: 'ANdNAVhyhqirUelHGEHA' },
      exchanges: [],
      expect: { externalAccount: account, code: 'ANdNAVhyhqirUelHGEHA' },
    },
    {
      name: 'a declined consent has no code',
      operation: 'checkEntry',
      query: { state: 's', error: 'access_denied' },
      exchanges: [],
      expect: { externalAccount: '', code: '' },
    },
    {
      name: 'the code exchanged, where they sell, that the seller is who the browser said, and their address',
      operation: 'complete',
      code: 'ANdNAVhyhqirUelHGEHA',
      redirectUri: 'https://app.example/connect',
      exchanges: [
        tokenExchange(
          'grant_type=authorization_code&code=ANdNAVhyhqirUelHGEHA&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect',
          {
            access_token: 'Atza|IQEBLjAsAexampleHpi0U-Dme37rR6CuUpSR',
            refresh_token: 'Atzr|IQEBLzAtAhexamplewVz2Nn6f2y-tpJX2DeX',
            token_type: 'bearer',
            expires_in: 3600,
          },
        ),
        participations('Atza|IQEBLjAsAexampleHpi0U-Dme37rR6CuUpSR'),
        get(
          `/listings/2021-08-01/items/${account}`,
          { numberOfResults: 0, items: [] },
          { marketplaceIds: marketplace.id, pageSize: 1 },
          'Atza|IQEBLjAsAexampleHpi0U-Dme37rR6CuUpSR',
        ),
        get(
          '/sellers/v1/account',
          {
            payload: {
              businessType: 'PRIVATE_LIMITED',
              sellingPlan: 'PROFESSIONAL',
              marketplaceParticipationList: [participation],
              business: {
                name: 'Maple Goods Ltd.',
                registeredBusinessAddress: {
                  addressLine1: '100 Queen St W',
                  city: 'Toronto',
                  stateOrProvinceCode: 'ON',
                  postalCode: 'M5H 2N2',
                  countryCode: 'CA',
                },
              },
            },
          },
          {},
          'Atza|IQEBLjAsAexampleHpi0U-Dme37rR6CuUpSR',
        ),
      ],
      expect: {
        externalAccount: account,
        name: 'Maple Goods',
        settings: { marketplaceId: marketplace.id },
        address: {
          companyName: 'Maple Goods Ltd.',
          address1: '100 Queen St W',
          city: 'Toronto',
          provinceCode: 'ON',
          zipcode: 'M5H 2N2',
          countryCode: 'CA',
        },
        currency: marketplace.currency,
        problems: [],
        credentials: {
          accessToken: 'Atza|IQEBLjAsAexampleHpi0U-Dme37rR6CuUpSR',
          accessExpiresAt: '2026-01-01T01:00:00.000Z',
          refreshToken: 'Atzr|IQEBLzAtAhexamplewVz2Nn6f2y-tpJX2DeX',
        },
      },
    },
    {
      name: 'new access',
      operation: 'renew',
      exchanges: [
        tokenExchange('grant_type=refresh_token&refresh_token=own-case-refresh', {
          access_token: 'Atza|next',
          refresh_token: 'own-case-refresh',
          token_type: 'bearer',
          expires_in: 3600,
        }),
      ],
      expect: {
        refreshToken: 'own-case-refresh',
        accessToken: 'Atza|next',
        accessExpiresAt: '2026-01-01T01:00:00.000Z',
      },
    },
    {
      name: 'where we are connected to',
      operation: 'testConnection',
      exchanges: [participations()],
      expect: { accountName: 'Maple Goods', message: `Connected to Maple Goods on ${marketplace.name}.` },
    },
  ];
}
