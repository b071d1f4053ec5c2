import { expect, test } from 'vitest';
import { createRedactor, HIDDEN } from './redact.ts';

test('rubbish can be stored: NUL, which no text column takes, is replaced', () => {
  const redactor = createRedactor(['a-secret-value']);
  expect(redactor.text('\u0000\u0001 a-secret-value \u0000')).toBe(`\uFFFD\u0001 ${HIDDEN} \uFFFD`);
});

test('a header that is access by its name is hidden before its value is known', () => {
  const redactor = createRedactor([]);
  for (const name of [
    'authorization',
    'wm_sec.access_token',
    'X-Shopify-Access-Token',
    'access-token',
    'api-auth-applicationkey',
  ])
    expect(redactor.header(name, 'eyJraWQi'), name).toBe(HIDDEN);
  expect(redactor.header('wm_qos.correlation_id', 'b3261d2d')).toBe('b3261d2d');
});

test('hides a secret in an address, also inside a message that stands there', () => {
  const secret = `Pa&s!wo'rd (1)`;
  const redactor = createRedactor([secret]);
  const url = new URL('https://carrier.example/track');
  url.searchParams.set('plain', secret);
  url.searchParams.set('xml', `<data password="${secret.replace('&', '&amp;')}" code="7"/>`);
  url.searchParams.set('xml2', `<data password="${secret.replace('&', '&amp;').replace("'", '&apos;')}" code="7"/>`);
  const shown = redactor.address(url);
  expect(decodeURIComponent(shown.replaceAll('+', ' '))).not.toMatch(/s!wo/);
  expect(shown.match(/hidden/g)).toHaveLength(3);
});

test.each([
  'client_id=demo&client_secret=s3cr3t-s3cr3t&code=shpca_0f6e1d&expiring=1',
  'grant_type=authorization_code&client_id=demo&redirect_uri=https%3A%2F%2Fa.b%2Fcallback&code=shpca_0f6e1d&code_verifier=shpca_0f6e1d',
  '{"client_id":"demo","grant_type":"authorization_code","code":"shpca_0f6e1d"}',
  'client_id=demo&client_secret=s3cr3t-s3cr3t&auth_code=shpca_0f6e1d',
  'grant_type=authorization_code&redirect_uri=https%3A%2F%2Fa.b%2Fcallback%3Fstate%3Dshpca_0f6e1d&code=shpca_0f6e1d',
])('what is exchanged for access is hidden: %s', (body) => {
  const shown = createRedactor([]).text(body);
  expect(shown).not.toContain('shpca_0f6e1d');
});

test('codes and states are shown where no access is asked for', () => {
  const answer = '{"code":"9041002","message":"The state ON is unknown","state":"ON"}';
  expect(createRedactor([]).text(answer)).toBe(answer);
});

test('an address that opens a photo to whoever has it is hidden, the rest of the body is not', () => {
  const body =
    '{"trackingId":"TBA1","proofs":["https://shop.test/claim-photos/eyJh.Zm9v_-","https://shop.test/other"]}';
  expect(createRedactor([]).text(body)).toBe(
    `{"trackingId":"TBA1","proofs":["https://shop.test/claim-photos/${HIDDEN}","https://shop.test/other"]}`,
  );
});
