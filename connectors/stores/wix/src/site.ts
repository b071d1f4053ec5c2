/** Who the store is: the installation of our app, and the site it stands on. */
import { fail } from '@scanship/connector-kit/errors';
import type { Http } from '@scanship/connector-kit/http/http';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import { ask, askWithToken, type WixCall } from './client.ts';
import { ID, provinceOf, readUnit } from './reading.ts';

const instanceCall: WixCall = { name: 'app instance', path: '/apps/v1/instance' };
/** Only orders say in which unit the site weighs. */
const newestOrderCall: WixCall = {
  name: 'newest order',
  method: 'POST',
  readOnly: true,
  path: '/ecom/v1/orders/search',
  body: { search: { sort: [{ fieldName: 'createdDate', order: 'DESC' }], cursorPaging: { limit: 1 } } },
};
const propertiesCall: WixCall = { name: 'site properties', path: '/site-properties/v4/properties' };

/** @throws ConnectorError `refused` when the answer is about another installation than the one that was asked for */
function siteOf(answer: ObjectReader, instanceId: string): ObjectReader {
  if (answer.object('instance').string('instanceId', ID) !== instanceId)
    throw fail('refused', 'Wix let us into another site than the one that was asked for. Connect the store again.', {
      vendorCode: 'other-site',
    });
  return answer.object('site');
}

function readAddress(properties: ObjectReader): Partial<Address> | undefined {
  const address = properties.maybe('address', (n) => properties.object(n));
  if (!address) return undefined;
  const text = (name: string): string | undefined => address.maybe(name, (n) => address.string(n));
  const countryCode = address.maybe('country', (n) => address.string(n, /^[A-Z]{2}$/));
  const street = [text('streetNumber'), text('street')].filter((part) => part !== undefined).join(' ');
  return {
    companyName: properties.maybe('businessName', (n) => properties.string(n)),
    address1: street === '' ? undefined : street,
    address2: text('apartmentNumber'),
    city: text('city'),
    provinceCode: provinceOf(text('state')),
    zipcode: text('zip'),
    countryCode,
    phone: properties.maybe('phone', (n) => properties.string(n)),
    email: properties.maybe('email', (n) => properties.string(n)),
  };
}

/** @param token access for this installation */
export async function readStore(
  http: Http,
  token: string,
  instanceId: string,
): Promise<Omit<ConnectedStore, 'credentials'>> {
  const answer = await askWithToken(http, token, instanceCall);
  if (!answer) throw fail('vendor-broken', 'Wix did not say which site this is.');
  const site = siteOf(answer, instanceId);
  const read = await askWithToken(http, token, propertiesCall, [403]);
  const properties = read?.object('properties');
  const newest = await askWithToken(http, token, newestOrderCall, [403]);
  const [unit] = newest?.list('orders', (order) => readUnit(order, 'weightUnit')) ?? [];
  const weightUnit = unit === 'kg' || unit === 'lb' ? unit : undefined;
  return {
    externalAccount: instanceId,
    name: site.string('siteDisplayName'),
    settings: { siteId: site.maybe('siteId', (n) => site.string(n)) ?? null, weightUnit: weightUnit ?? null },
    weightUnit,
    address: properties && readAddress(properties),
    currency:
      properties?.maybe('paymentCurrency', (n) => properties.currency(n)) ??
      site.maybe('paymentCurrency', (n) => site.currency(n)),
    timeZone: properties?.maybe('timeZone', (n) => properties.string(n, /^[A-Za-z0-9_+/-]{1,60}$/)),
    problems: [
      ...answer.problems,
      ...(read?.problems ?? []),
      ...(newest ? [] : ['The app may not read orders; give it the permission "Read Orders" at Wix.']),
      ...(read
        ? []
        : [
            'The app may not read the site’s properties, so address and time zone are not known; give it the permission "Read Site Properties" at Wix.',
          ]),
    ],
  };
}

export async function testConnection(env: StoreEnv): Promise<{ message: string; accountName: string }> {
  const site = siteOf(await ask(env, instanceCall), env.externalAccount);
  const accountName = site.string('siteDisplayName');
  return { accountName, message: `Connected to the Wix site ${accountName}.` };
}
