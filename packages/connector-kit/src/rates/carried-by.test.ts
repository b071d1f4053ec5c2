import { expect, it } from 'vitest';
import { carriedBy, carriedName, carrierNamed, carrierOfName } from './carried-by.ts';

const CA = { from: 'CA', to: 'CA' };
const US = { from: 'US', to: 'US' };
const code = (carrier: string, service: string, serviceName?: string, way?: { from: string; to: string }) => {
  const found = carriedBy({ carrier, service, serviceName }, way);
  return `${found.carrier} ${found.service ?? '-'}`;
};

it('names of aggregators become our slugs and service codes', () => {
  expect(code('stamps_com', 'usps_ground_advantage')).toBe('usps USPS_GROUND_ADVANTAGE');
  expect(code('ups_walleted', 'ups_ground')).toBe('ups 03');
  expect(code('UPSDAP', '2ndDayAir')).toBe('ups 02');
  expect(code('UPS', '2nd Day Air® A.M.')).toBe('ups 59');
  expect(code('FedEx', 'GROUND_HOME_DELIVERY')).toBe('fedex GROUND_HOME_DELIVERY');
  expect(code('canada_post_walleted', 'expedited_parcel', undefined, CA)).toBe('canada-post DOM.EP');
  expect(code('Purolator', 'PurolatorExpressPackUS1030AM')).toBe('purolator PurolatorExpressU.S.Pack10:30AM');
  expect(code('Purolator', 'PurolatorExpressBox12PM')).toBe('purolator PurolatorExpressBox12PM');
  expect(code('Canpar', 'Express Parcel')).toBe('canpar E');
  expect(code('DHLExpress', 'ExpressWorldwideNonDoc', undefined, { from: 'CA', to: 'DE' })).toBe('dhl-express P');
});

it('a name that means two services is told by where the parcel goes, else by nothing', () => {
  expect(code('UPS', 'Express', undefined, CA)).toBe('ups 01');
  expect(code('UPS', 'Express', undefined, { from: 'US', to: 'DE' })).toBe('ups 07');
  expect(code('UPS', 'Express')).toBe('ups -');
  expect(code('UPS', 'UPSSaver', undefined, { from: 'CA', to: 'US' })).toBe('ups 65');
  expect(code('USPS', 'Priority', undefined, US)).toBe('usps PRIORITY_MAIL');
  expect(code('USPS', 'Priority', undefined, { from: 'US', to: 'CA' })).toBe('usps -');
});

it('what is not known keeps its own words and claims no service', () => {
  expect(carriedBy({ carrier: 'Day & Ross', service: 'DR1', serviceName: 'Day & Ross Ground' })).toEqual({
    carrier: 'day-ross',
    carrierName: 'Day & Ross',
    serviceName: 'Ground',
  });
  expect(carriedBy({ carrier: 'USPS', service: 'ParcelSelect' })).toEqual({
    carrier: 'usps',
    carrierName: 'USPS',
    serviceName: 'Parcel Select',
  });
  expect(carriedBy({ carrier: 'UPS', service: 'ups_flat', serviceName: 'UPS® Ground Saver' }).serviceName).toBe(
    'Ground Saver',
  );
  expect(carriedBy({ carrier: 'LSO', service: 'GROUND_EARLY' }).serviceName).toBe('Ground Early');
  expect(carrierNamed('AmazonShipping')).toEqual({ slug: 'amazon-shipping', name: 'Amazon Shipping' });
  expect(carrierNamed('amazon_shipping_uk').slug).toBe('amazon-shipping');
  expect(carrierNamed('amazon_buy_shipping').slug).toBe('amazon-buy-shipping');
  expect(carrierNamed('—')).toEqual({ slug: 'unnamed', name: '—' });
});

it('the one name of a service, and the carrier in front of it again', () => {
  const ground = carriedBy({ carrier: 'ups', service: 'ups_ground' });
  expect(carriedName(ground)).toBe('UPS Ground');
  expect(carrierOfName('UPS Ground')).toEqual({ carrier: 'ups', carrierName: 'UPS', serviceName: 'Ground' });
  expect(carrierOfName('DHL eCommerce Ground')?.carrier).toBe('dhl-ecommerce');
  expect(carrierOfName('UPSala Post')).toBeUndefined();
  expect(carrierOfName('Day & Ross Ground')).toBeUndefined();
  expect(carriedName({ carrier: 'x', carrierName: 'Loomis', serviceName: 'Loomis Ground' })).toBe('Loomis Ground');
});
