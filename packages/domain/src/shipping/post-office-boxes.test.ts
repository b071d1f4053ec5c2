import { describe, expect, it } from 'vitest';
import { boxProblem } from './post-office-boxes.ts';

const to = (address1: string, address2?: string, countryCode = 'CA') => ({ address1, address2, countryCode });

describe('a post office box', () => {
  it.each(['PO Box 1150', 'P.O. Box 12, Station A', 'C.P. 340', 'Case postale 12'])(
    '"%s" is nothing for a courier',
    (line) => {
      expect(boxProblem('ups', 'UPS Standard', to(line))).toBe('never');
      expect(boxProblem('fedex', 'FedEx Ground', to(line))).toBe('never');
    },
  );
  it('is reached by the post, by services it carries the last mile of, and by whoever nothing is known of', () => {
    const box = to('PO Box 1150', undefined, 'US');
    expect(boxProblem('canada-post', 'Expedited Parcel', box)).toBeUndefined();
    expect(boxProblem('usps', 'Ground Advantage', box)).toBeUndefined();
    expect(boxProblem('ups', 'UPS Ground Saver', box)).toBeUndefined();
    expect(boxProblem('fedex', 'FedEx Ground Economy', box)).toBeUndefined();
    expect(boxProblem('rate-sheet', 'Local Same Day', box)).toBeUndefined();
    expect(boxProblem('purolator', 'Purolator Ground', box)).toBeUndefined();
    expect(boxProblem('ups', 'UPS Ground', box)).toBe('never');
  });
  it('beside a street leaves the street', () => {
    expect(boxProblem('fedex', 'FedEx Ground', to('12 Main St', 'PO Box 4'))).toBe('street');
    expect(boxProblem('fedex', 'FedEx Ground', to('12 Main St, PO Box 4'))).toBe('street');
  });
  it('is not in doubt taken from a farm on a rural route', () =>
    expect(boxProblem('ups', 'UPS Standard', to('Box 12', 'RR 3'))).toBe('street'));
  it('says nothing of streets, nor of other countries', () => {
    expect(boxProblem('ups', 'UPS Standard', to('340 Rue Saint-Paul O'))).toBeUndefined();
    expect(boxProblem('ups', 'UPS Express', to('PO Box 12', undefined, 'AE'))).toBeUndefined();
  });
});
