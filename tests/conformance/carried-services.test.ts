/** Services that are recognised behind aggregators, against the manifests of our own connectors. */
import { CARRIED_SERVICES } from '@scanship/connector-kit/rates/carried-services';
import { expect, it } from 'vitest';
import { registered } from './registered.ts';

it('every recognised service is a service of its connector', () => {
  for (const [slug, services] of Object.entries(CARRIED_SERVICES)) {
    const manifest = registered.find(({ carrier }) => carrier.manifest.slug === slug)?.carrier.manifest;
    const codes = new Set(manifest?.services.map((each) => each.code));
    expect([slug, services.map((each) => each.code).filter((code) => !codes.has(code))]).toEqual([slug, []]);
    const words = services.flatMap((each) => (each.ways ? [] : each.words));
    expect([slug, words.filter((word, at) => words.indexOf(word) !== at)]).toEqual([slug, []]);
  }
});
