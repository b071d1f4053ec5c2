import { describe, expect, it } from 'vitest';
import { isReturn, nextOfReturn } from './marketplace-return.ts';

const origin = 'https://ship.example.com';
const out = { signedIn: false, savedRedirect: undefined, origin };
const signedIn = { ...out, signedIn: true };

describe('nextOfReturn', () => {
  it('keeps code and shop over sign-in, and goes on at once for somebody who is signed in', () => {
    const search = { code: 'c', shop: 'maple.myshopify.com' };
    expect(nextOfReturn(search, out)).toMatchObject({ kind: 'sign-in', code: 'c', shop: 'maple.myshopify.com' });
    expect(nextOfReturn(search, signedIn)).toMatchObject({ kind: 'connect' });
  });
  it('an install link without code asks for consent, and says that the platform signed it', () => {
    const search = { shop: 'maple.myshopify.com', hmac: 'ab', timestamp: '1', host: 'x' };
    expect(nextOfReturn(search, out)).toEqual({ kind: 'consent', shop: search.shop, asItCame: true });
  });
  it('goes back to the saved redirect with what the platform gave', () => {
    const saved = { ...out, savedRedirect: '/ecommerce/connect-store/amazon-ca-store' };
    expect(nextOfReturn({ amazon_state: 's', selling_partner_id: 'p', version: 'beta', x: 'y' }, saved)).toMatchObject({
      kind: 'redirect',
      // The same saved redirect takes the second leg.
      last: false,
      to: '/ecommerce/connect-store/amazon-ca-store?amazon_state=s&selling_partner_id=p&version=beta',
    });
    expect(nextOfReturn({ spapi_oauth_code: 'c', selling_partner_id: 'p' }, saved)).toMatchObject({
      last: true,
      to: '/ecommerce/connect-store/amazon-ca-store?spapi_oauth_code=c&selling_partner_id=p',
    });
  });
  it('has the Appstore’s start confirmed, signed in or not, without keeping Amazon’s address', () => {
    const search = {
      amazon_callback_uri: 'https://amazon.com/apps/authorize/confirm/amzn1.sellerapps.app.1',
      amazon_state: 's',
      selling_partner_id: 'A1',
    };
    for (const now of [out, signedIn, { ...out, savedRedirect: '/ecommerce/connect-store/amazon-ca-store' }])
      expect(nextOfReturn(search, now)).toEqual({ kind: 'consent', shop: undefined, asItCame: true });
    expect(isReturn(search, undefined)).toBe(true);
  });
  it('brings a code with our state to the neutral callback', () => {
    const search = { spapi_oauth_code: 'c', selling_partner_id: 'A1', state: 'x.y' };
    expect(nextOfReturn(search, { ...out, savedRedirect: '/ecommerce/connect-store/amazon-ca-store' })).toEqual({
      kind: 'callback',
    });
  });
  it('says why the neutral callback refused, and saves nothing for another time', () => {
    const search = { error: 'browser', redirect_url: '/ecommerce/connect-store/shopify-store' };
    for (const now of [out, signedIn]) expect(nextOfReturn(search, now)).toEqual({ kind: 'refused', why: 'browser' });
  });
  it('never leads to a foreign address', () => {
    for (const redirect_url of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])
      expect(nextOfReturn({ redirect_url, amazon_state: 's', selling_partner_id: 'p' }, out).kind).toBe('nothing');
  });
});

describe('isReturn', () => {
  it('wants a redirect, a stored one or a shop', () => {
    expect(isReturn({}, undefined)).toBe(false);
    expect(isReturn({ code: 'c' }, undefined)).toBe(false);
    expect(isReturn({ shop: 's' }, undefined)).toBe(true);
    expect(isReturn({}, '/x')).toBe(true);
    expect(isReturn({ redirect_url: '/x' }, undefined)).toBe(true);
  });
});
