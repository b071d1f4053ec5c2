import { describe, expect, it } from 'vitest';
import { computed } from '../../../domain/test/slices.ts';
import { createPseudonyms } from './pseudonyms.ts';

const WENT_IN = [
  'Zoé Tremblay',
  'zoé',
  'Tremblay',
  'Boutique Érable',
  '1425 Rang Saint-Édouard',
  'Saint-Liboire',
  'J0H 1R0',
  '450-555-0199',
  'zoe.tremblay@erable.example',
  'A12X34',
  '1Z999AA10123456784',
  'ORDER-77120',
];
const request = JSON.stringify({
  Shipper: { Name: 'Boutique Érable', ShipperNumber: 'A12X34', Phone: { Number: '450-555-0199' } },
  ShipTo: {
    AttentionName: 'Zoé Tremblay',
    EMailAddress: 'zoe.tremblay@erable.example',
    Address: {
      AddressLine: ['1425 Rang Saint-Édouard'],
      City: 'Saint-Liboire',
      PostalCode: 'J0H 1R0',
      CountryCode: 'CA',
      StateProvinceCode: 'QC',
    },
  },
  ReferenceNumber: { Value: 'x', Code: 'ON' },
  orderNumber: 'ORDER-77120',
  Service: { Code: '11', Name: 'UPS Standard' },
  Weight: '1.5',
  weightUnit: 'KGS',
});
const answer = JSON.stringify({
  shipmentResponse: {
    trackingNumber: '1Z999AA10123456784',
    totalCharges: { currencyCode: 'CAD', monetaryValue: '18.42' },
    accountNumber: 'A12X34',
    deliveryDate: '2026-11-24',
    note: 'Left with TREMBLAY at 1425 Rang Saint-Édouard; call 450-555-0199',
    label: 'x'.repeat(5_000),
  },
});
const xml = `<?xml version="1.0"?><scans carrier="Canpar" xmlns="urn:a"><recipient><name>Zoé Tremblay</name><city>Saint-Liboire</city>
<postal_code>J0H 1R0</postal_code></recipient><event><name>Delivered</name><code>DEL</code><signed_by>Z. Tremblay</signed_by></event>
<barcode>1Z999AA10123456784</barcode><charge><name>Fuel</name><amount>1.20</amount></charge></scans>`;
const form = 'q=1&email=zoe.tremblay%40erable.example&city=Saint-Liboire&service=express';

const written = () => {
  const pseudonyms = createPseudonyms(Buffer.alloc(32, 5));
  const all = [request, answer, xml, form];
  for (const one of all) pseudonyms.learn(one);
  return all.map((one) => pseudonyms.write(one));
};

describe('what leaves the installation', () => {
  it('holds nothing of a person, an address or a number that went in, in JSON, XML, forms or free words', () => {
    const out = written().join('\n').toLowerCase();
    for (const value of WENT_IN) {
      expect(out).not.toContain(value.toLowerCase());
      expect(out).not.toContain(encodeURIComponent(value).toLowerCase());
    }
  });

  it('still says what a reader needs: prices, days, codes, units, services, countries', () => {
    const [asked, told, scans, sent] = written();
    expect(JSON.parse(asked ?? '')).toMatchObject({
      ShipTo: { Address: { CountryCode: 'CA', StateProvinceCode: 'QC' } },
      Service: { Code: '11', Name: 'UPS Standard' },
      Weight: '1.5',
      weightUnit: 'KGS',
    });
    expect(JSON.parse(told ?? '')).toMatchObject({
      shipmentResponse: {
        totalCharges: { currencyCode: 'CAD', monetaryValue: '18.42' },
        deliveryDate: '2026-11-24',
        label: '[5000 characters]',
      },
    });
    expect(scans).toContain('<event><name>Delivered</name><code>DEL</code>');
    expect(scans).toContain('<charge><name>Fuel</name><amount>1.20</amount></charge>');
    expect(sent).toMatch(/^q=1&email=.*%40example\.com&city=.*&service=express$/);
  });

  it('is the same for the same value in every call, keeps its shape, and differs from export to export', () => {
    const [asked, told, scans] = written();
    const inRequest = JSON.parse(asked ?? '') as {
      Shipper: { ShipperNumber: string };
      ShipTo: { Address: { City: string; PostalCode: string } };
    };
    const inAnswer = JSON.parse(told ?? '') as { shipmentResponse: { accountNumber: string; trackingNumber: string } };
    const { City, PostalCode } = inRequest.ShipTo.Address;
    expect(inAnswer.shipmentResponse.accountNumber).toBe(inRequest.Shipper.ShipperNumber);
    expect(scans).toContain(`<city>${City}</city>`);
    expect(scans).toContain(`<barcode>${inAnswer.shipmentResponse.trackingNumber}</barcode>`);
    expect(PostalCode).toMatch(/^[A-Z]\d[A-Z] \d[A-Z]\d$/);
    const other = createPseudonyms(Buffer.alloc(32, 6));
    other.learn(request);
    expect(other.write(request)).not.toBe(asked);
  });

  it('leaves what is no message as it is, and a value known from the account is found in it', () => {
    const pseudonyms = createPseudonyms(Buffer.alloc(32, 7));
    pseudonyms.add('acme-supplies.example');
    expect(pseudonyms.write('{"broken": ')).toBe('{"broken": ');
    expect(pseudonyms.write('GET https://acme-supplies.example/wc')).not.toContain('acme-supplies');
  });

  it('takes hostile messages in a moment: deep, long and without an end', () => {
    const hostile = [
      '['.repeat(100_000) + ']'.repeat(100_000),
      `<${'a'.repeat(250_000)}`,
      `<a ${'b'.repeat(250_000)}>`,
      'm'.repeat(250_000),
      JSON.stringify({ name: 'x'.repeat(250_000) }),
      JSON.stringify(
        Array.from({ length: 3_000 }, (_, i) => ({ name: `Person ${i} Example`, phone: `514555${1_000 + i}` })),
      ),
    ];
    const begun = computed();
    const pseudonyms = createPseudonyms(Buffer.alloc(32, 9));
    for (const one of hostile) pseudonyms.learn(one);
    const last = hostile.map((one) => pseudonyms.write(one)).at(-1);
    expect(computed() - begun).toBeLessThan(5_000);
    expect(last).not.toContain('Example');
  });
});
