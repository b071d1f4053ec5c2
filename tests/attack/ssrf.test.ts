/** Nothing we fetch for somebody may come from inside: every spelling of an inner address, look-ups that change their mind, redirects. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INNER_ADDRESSES, NOT_PUBLIC } from './data/ssrf.ts';
import { countOf, keepCounts } from './support/counts.ts';
import {
  createOutboundDispatcher,
  isPublicAddress,
  OutboundRefused,
  type Lookup,
} from '@scanship/connector-kit/http/outbound-guard';

let server: Server;
let port = 0;
let hits = 0;

beforeAll(async () => {
  server = createServer((q, r) => {
    hits += 1;
    if (q.url === '/redirect') r.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
    else r.end('SECRET');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  keepCounts();
  await new Promise((resolve) => server.close(resolve));
});

const fixed =
  (...addresses: string[]): Lookup =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

async function refusal(url: string, dispatcher = createOutboundDispatcher({ ports: 'any' })): Promise<unknown> {
  try {
    const answer = await request(url, { dispatcher, signal: AbortSignal.timeout(3000) });
    return `LEAK ${answer.statusCode} ${await answer.body.text()}`;
  } catch (error) {
    return error;
  } finally {
    await dispatcher.destroy();
  }
}

describe('the outbound guard', () => {
  it.each(INNER_ADDRESSES)('refuses %s', async (url) => {
    const count = countOf('inner addresses');
    count.requests += 1;
    const before = hits;
    const answer = await refusal(url.replace('PORT', String(port)));
    if (!(answer instanceof OutboundRefused) || hits !== before) count.letThrough += 1;
    expect(answer).toBeInstanceOf(OutboundRefused);
    expect(hits).toBe(before);
  });

  it.each(NOT_PUBLIC)('does not take %s for public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each([['1.1.1.1'], ['2606:4700:4700::1111'], ['142.250.69.14']])('takes %s for public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it('takes no private IPv4 address, however embedded in IPv6', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const inside = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    );
    fc.assert(
      fc.property(inside, ([a, b, c, d]) => {
        const hex = [(a << 8) | b, (c << 8) | d].map((n) => n.toString(16)).join(':');
        const forms = [`${a}.${b}.${c}.${d}`, `::ffff:${hex}`, `::${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`];
        return forms.every((f) => !isPublicAddress(f));
      }),
    );
  });

  it('refuses a name of which one address is inside (rebinding)', async () => {
    const dispatcher = createOutboundDispatcher({ ports: 'any', lookup: fixed('93.184.216.34', '127.0.0.1') });
    expect(await refusal(`http://shop.example:${port}/`, dispatcher)).toBeInstanceOf(OutboundRefused);
  });

  it('checks the very look-up the connection uses, each time', async () => {
    // First a public answer, then a private one for the same name: a check beforehand would be fooled.
    let calls = 0;
    const lookup: Lookup = (host, options, callback) => {
      calls += 1;
      fixed(calls === 1 ? '127.0.0.1' : '10.0.0.1')(host, options, callback);
    };
    const dispatcher = createOutboundDispatcher({ ports: 'any', lookup });
    const before = hits;
    expect(await refusal(`http://shop.example:${port}/`, dispatcher)).toBeInstanceOf(OutboundRefused);
    expect(hits).toBe(before);
  });

  it('refuses a loopback address reached by a redirect that is followed', async () => {
    // The simulator is allowed by exact port; the redirect leads to the same port by another spelling of loopback.
    const dispatcher = createOutboundDispatcher({ ports: 'any', allowLoopback: (hp) => hp === `localhost:${port}` });
    const first = await request(`http://localhost:${port}/redirect`, { dispatcher });
    await first.body.dump();
    expect(await refusal(String(first.headers.location), dispatcher)).toBeInstanceOf(OutboundRefused);
  });

  it('lets exactly the allowed loopback simulator through', async () => {
    const dispatcher = createOutboundDispatcher({ allowLoopback: (hp) => hp === `127.0.0.1:${port}` });
    const answer = await request(`http://127.0.0.1:${port}/`, { dispatcher });
    expect(await answer.body.text()).toBe('SECRET');
    expect(await refusal(`http://127.0.0.1:${port + 1}/`, dispatcher)).toBeInstanceOf(OutboundRefused);
  });

  it('never allows a public name through the loopback exception', async () => {
    const dispatcher = createOutboundDispatcher({
      ports: 'any',
      allowLoopback: () => true,
      lookup: fixed('127.0.0.1'),
    });
    expect(await refusal(`http://shop.example:${port}/`, dispatcher)).toBeInstanceOf(OutboundRefused);
  });

  it('refuses other ports than those named', async () => {
    expect(await refusal('http://1.1.1.1:22/', createOutboundDispatcher())).toBeInstanceOf(OutboundRefused);
  });
});
