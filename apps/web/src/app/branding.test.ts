import { type Branding, DEFAULT_PRIMARY_COLOR } from '@scanship/contracts/network/start-up';
import { describe, expect, it } from 'vitest';
import { safeUrl, toBrand } from './branding.ts';

const raw = (change: Partial<Branding>): Branding => ({
  tenantId: 't',
  brandName: null,
  tagLine: null,
  description: null,
  globalTitle: null,
  globalFooter: null,
  franchiseLandingPage: null,
  customerLandingPage: null,
  franchiseBanner: null,
  customerBanner: null,
  primaryColor: null,
  secondaryColor: null,
  primaryLogo: null,
  secondaryLogo: null,
  favicon: null,
  loginBackground: null,
  providerLogo: null,
  issuerName: null,
  docBackgroundColor: null,
  documentLogo: null,
  documentWatermark: null,
  senderName: null,
  emailBackgroundColor: null,
  emailLogo: null,
  facebookLink: null,
  linkedinLink: null,
  instagramLink: null,
  youtubeLink: null,
  twitterLink: null,
  slide1: null,
  slide2: null,
  slide3: null,
  ...change,
});

describe('toBrand', () => {
  it('falls back to the built-in name and colour', () => {
    const brand = toBrand(raw({ brandName: '  ', primaryColor: 'javascript:1' }));
    expect(brand.name).toBe('ScanShip');
    expect(brand.colors.solid).toBe(DEFAULT_PRIMARY_COLOR);
  });
  it('keeps the slides that are set, in order, and drops what no page may show', () => {
    const brand = toBrand(
      raw({
        slide1: '/media/a.png',
        slide2: 'javascript:alert(1)',
        slide3: 'https://cdn.example/c.png',
        facebookLink: 'ftp://x',
      }),
    );
    expect(brand.slides).toEqual(['/media/a.png']);
    expect(brand.links).toEqual([]);
  });

  it('has a second colour for the art of public pages where one is set', () => {
    expect(toBrand(raw({ secondaryColor: ' #A1B2C3 ' })).secondColor).toBe('#a1b2c3');
    expect(toBrand(raw({ secondaryColor: 'red; background: url(//evil.example)' })).secondColor).toBeUndefined();
    expect(toBrand(raw({})).secondColor).toBeUndefined();
  });
});

describe('safeUrl', () => {
  it('refuses other schemes, other hosts by a double slash, and data that is no image', () => {
    for (const bad of [
      'javascript:alert(1)',
      '//evil.example/x.png',
      'data:text/html;base64,AA',
      'http://other.example/x.png',
      'https://other.example/x.png',
      '',
    ])
      expect(safeUrl(bad, 'image')).toBeUndefined();
    expect(safeUrl('data:image/png;base64,AA', 'image')).toBe('data:image/png;base64,AA');
    expect(safeUrl('data:image/png;base64,AA', 'link')).toBeUndefined();
  });
});
