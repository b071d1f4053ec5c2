import { array, assert, constantFrom, integer, option, property, record, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseOffer, type RatedOffer } from './choose-offer.ts';

const offer = (more: Partial<RatedOffer> = {}): RatedOffer => ({
  id: 'r1',
  quoteId: 'q1',
  grantId: 'g1',
  carrier: 'maple',
  carrierName: 'Maple',
  service: 'GROUND',
  serviceName: 'Ground',
  price: { minor: 1_000, currency: 'CAD' },
  compare: { minor: 1_000, currency: 'CAD' },
  transitDays: 3,
  deliverBy: null,
  expiresAt: '2026-11-21T21:00:00.000Z',
  test: false,
  ...more,
});
const cad = (minor: number) => ({ price: { minor, currency: 'CAD' }, compare: { minor, currency: 'CAD' } });
const any = {
  services: null,
  grantIds: null,
  withinDays: null,
  saturdayDelivery: false,
  pick: 'cheapest',
  reasons: [],
} as const;
const liveFirst = { liveFirst: true };

describe('the offer that is bought', () => {
  it('is the cheapest in the customer’s own currency, and says against what', () => {
    const dollars = offer({
      id: 'r2',
      carrierName: 'Eagle',
      price: { minor: 800, currency: 'USD' },
      compare: { minor: 1_100, currency: 'CAD' },
    });
    const chosen = chooseOffer(any, [dollars, offer()], [], liveFirst);
    expect(chosen).toMatchObject({
      ok: true,
      offer: { id: 'r1' },
      offers: 2,
      reason: 'Cheapest of 2 offers; next: Eagle Ground, 8.00 USD.',
    });
    // Nobody can say which is cheaper without a rate.
    const unknown = { ...dollars, compare: null };
    expect(chooseOffer(any, [unknown, { ...offer(), compare: null }], [], liveFirst)).toMatchObject({
      ok: false,
      held: { cause: 'no-exchange-rate' },
    });
    // In one currency nothing needs to be converted.
    expect(chooseOffer(any, [unknown], [], liveFirst)).toMatchObject({ ok: true, reason: 'The only offer.' });
  });

  it('is never a test label where a live account offers anything', () => {
    const test = offer({ id: 't', ...cad(1), test: true });
    expect(chooseOffer(any, [test, offer()], [], liveFirst)).toMatchObject({
      ok: true,
      offer: { id: 'r1' },
      offers: 1,
    });
    expect(chooseOffer(any, [test], [], liveFirst)).toMatchObject({ ok: true, offer: { id: 't' } });
    expect(chooseOffer(any, [test, offer()], [], { liveFirst: false })).toMatchObject({ offer: { id: 't' } });
  });

  it('is one with Saturday delivery exactly where that was asked for', () => {
    const saturday = offer({ id: 's', ...cad(1_600), transitDays: 1, saturdayDelivery: true });
    const both = [offer(), saturday];
    expect(chooseOffer({ ...any, pick: 'fastest' }, both, [], liveFirst)).toMatchObject({ offer: { id: 'r1' } });
    expect(chooseOffer({ ...any, saturdayDelivery: true }, [saturday], [], liveFirst)).toMatchObject({
      offer: { id: 's' },
    });
    expect(chooseOffer(any, [saturday], [], liveFirst)).toMatchObject({ ok: false, held: { cause: 'no-rate' } });
  });

  it('is none that its carrier would refuse to sell, and says what that carrier wants', () => {
    const wants = { message: 'Eagle needs a telephone number of the receiver.' };
    const eagle = offer({ id: 'e', carrierName: 'Eagle', ...cad(500), missing: [wants] });
    expect(chooseOffer(any, [eagle, { ...eagle, id: 'e2' }, offer()], [], liveFirst)).toMatchObject({
      ok: true,
      offer: { id: 'r1' },
      reason: 'The only offer. Left out: Eagle needs a telephone number of the receiver.',
    });
    expect(chooseOffer(any, [eagle], [], liveFirst)).toEqual({
      ok: false,
      held: { cause: 'address', message: wants.message },
    });
  });

  it('keeps to the rules, names the rule, and says what it did without', () => {
    const wish = {
      ...any,
      services: [{ carrier: 'maple', grantId: null, service: 'AIR' }],
      reasons: [{ part: 'service', layer: 'rule', because: 'Rule “Air only”.' }],
    } as const;
    const air = offer({ id: 'a', service: 'AIR', ...cad(5_000) });
    const trouble = { carrierName: 'Eagle', message: 'Eagle did not answer in time.', canRetry: true };
    expect(chooseOffer(wish, [offer(), air], [trouble], liveFirst)).toMatchObject({
      ok: true,
      offer: { id: 'a' },
      reason: 'Rule “Air only”. The only offer. Eagle did not answer.',
    });
    expect(chooseOffer(wish, [offer()], [], liveFirst)).toEqual({
      ok: false,
      held: { cause: 'no-rate', message: 'None of 1 offers is allowed for this order. Rule “Air only”.' },
    });
    expect(chooseOffer(wish, [], [trouble], liveFirst)).toMatchObject({ held: { cause: 'carrier-unavailable' } });
    expect(chooseOffer({ ...any, withinDays: 2 }, [offer()], [], liveFirst)).toMatchObject({
      held: { cause: 'no-rate', message: 'None of 1 offers is allowed within 2 days for this order.' },
    });
  });

  it('says first that the buyer’s wish stands for nothing yet, unless somebody chose or mapped a service', () => {
    const said = 'The buyer asked for “Expedited”, and no service is mapped to it. The only offer.';
    const requested = { name: 'Expedited', service: null };
    const reasonOf = (wish: Parameters<typeof chooseOffer>[0]) => {
      const chosen = chooseOffer(wish, [offer()], [], liveFirst);
      return chosen.ok ? chosen.reason : chosen.held.message;
    };
    expect(reasonOf({ ...any, requested })).toBe(said);
    expect(reasonOf({ ...any, requested: null })).toBe('The only offer.');
    expect(reasonOf({ ...any, requested: { name: 'Expedited', service: { carrier: 'maple' } } })).toBe(
      'The only offer.',
    );
    const reasons = [{ part: 'service', layer: 'rule', because: 'Rule “Cheap”.' }] as const;
    expect(reasonOf({ ...any, requested, reasons })).toBe('Rule “Cheap”. The only offer.');
  });

  it('does not depend on who answers first, nor on the ids of this quote; nothing allowed is cheaper', () => {
    const rates = array(
      record({
        grantId: constantFrom('g1', 'g2', 'g3'),
        service: constantFrom('AIR', 'GROUND'),
        minor: integer({ min: 1, max: 4 }),
        transitDays: option(integer({ min: 1, max: 3 })),
      }),
      { minLength: 1, maxLength: 8 },
    ).chain((all) => shuffledSubarray(all, { minLength: all.length }).map((shuffled) => [all, shuffled] as const));
    assert(
      property(rates, ([all, shuffled]) => {
        const make = (list: typeof all, tag: string) =>
          list.map(({ minor, ...each }, index) => offer({ ...each, ...cad(minor), id: `${tag}${index}` }));
        const one = chooseOffer(any, make(all, 'x'), [], liveFirst);
        const two = chooseOffer(any, make(shuffled, 'y'), [], liveFirst);
        if (!one.ok || !two.ok) throw new Error('there is an offer');
        const { id: _one, ...first } = one.offer;
        const { id: _two, ...second } = two.offer;
        expect(second).toEqual(first);
        expect(one.offer.price.minor).toBe(Math.min(...all.map((each) => each.minor)));
      }),
    );
  });
});
