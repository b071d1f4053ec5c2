/** The lists of services that eShipper and Easyship publish: which of them are a service of our own carriers. */
import { carriedBy } from '@scanship/connector-kit/rates/carried-by';
import { CARRIED_SERVICES } from '@scanship/connector-kit/rates/carried-services';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodes = (value: unknown): Node[] =>
  Array.isArray(value) ? value.flatMap(nodes) : isNode(value) ? [value, ...Object.values(value).flatMap(nodes)] : [];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const read = (folder: string, file: string): Node[] => nodes(JSON.parse(readFileSync(join(folder, file), 'utf8')));

const WAYS = ['CA CA', 'US US', 'CA US', 'CA DE'].map((way) => ({ from: way.slice(0, 2), to: way.slice(3) }));

/** "ups: UPS Saver" for services of our carriers that no way makes known, and how many are known. */
function judge(listed: readonly { carrier: string; service: string; name: string }[]) {
  const unknown = new Set<string>();
  const known = new Map<string, string>();
  for (const { carrier, service, name } of listed) {
    const found = WAYS.map((way) => carriedBy({ carrier, service, serviceName: name }, way));
    const slug = found[0]?.carrier ?? '';
    if (!CARRIED_SERVICES[slug]) continue;
    const codes = [...new Set(found.flatMap((each) => each.service ?? []))];
    if (codes.length === 0) unknown.add(`${slug}: ${name}`);
    else known.set(`${slug}: ${name}`, codes.join(' '));
  }
  return { unknown: [...unknown].toSorted(), known };
}

withVendorContract('carriers/eshipper', (folder) => {
  it('eShipper: services of our carriers are known, and freight, imports and returns are not mistaken for them', () => {
    const listed = read(folder, 'carriers-and-services.json').flatMap((node) =>
      isNode(node.carrierDTO)
        ? [{ carrier: text(node.carrierDTO.name), service: text(node.code), name: text(node.name) }]
        : [],
    );
    const { unknown, known } = judge(listed);
    expect(unknown.filter((name) => !/freight|import|small packet|pbx|return|open and|esi|cheque/i.test(name))).toEqual(
      [
        'dhl-express: DHL Ground',
        'dhl-express: Express Envelope',
        // Its code says which priority is meant in one list and is empty in the other.
        'fedex: Fedex Priority',
        'usps: Parcel Select',
        'usps: Retail Ground (formerly Standard Post)',
      ],
    );
    expect(known.get('purolator: Puroletter 10:30')).toBe('PurolatorExpressEnvelope10:30AM');
    expect(known.get('ups: UPS Saver')).toBe('13 65');
    expect(known.get('canada-post: Xpress Post')).toBe('DOM.XP');
    expect(known.get('canpar: USA Select Parcel')).toBe('H');
    expect(known.size).toBeGreaterThan(55);
  });
});

withVendorContract('carriers/easyship', (folder) => {
  it('Easyship: the same, over its umbrella names', () => {
    const listed = read(folder, 'couriers-and-services.json').flatMap((node) =>
      typeof node.umbrella_name === 'string'
        ? [{ carrier: node.umbrella_name, service: text(node.service_name), name: text(node.service_name) }]
        : [],
    );
    const { unknown, known } = judge(listed);
    expect(unknown.filter((name) => !/flat rate|small packet|lightweight|saver ?net|DG$/i.test(name))).toEqual([
      'canada-post: USA Tracked Parcel',
      'dhl-express: Documents',
      'dhl-express: Express',
      'dhl-express: Express1800',
      'fedex: SmartPost',
      'ups: GroundSaver',
      'ups: UPSGroundSaverUS',
      'usps: PriorityMailSignature',
    ]);
    expect(known.get('ups: 2nd Day Air® A.M.')).toBe('59');
    expect(known.get('fedex: Home Delivery®')).toBe('GROUND_HOME_DELIVERY');
    expect(known.get('usps: GroundAdvantage')).toBe('USPS_GROUND_ADVANTAGE');
  });
});
