/** What a log line never holds, whoever writes it. */
import { expect, test } from 'vitest';
import { computed } from '../../../../../packages/domain/test/slices.ts';
import { createLogger } from './logger.ts';

const said = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('debug', { write: (line: string) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  expect(() => JSON.parse(lines[0] ?? '') as unknown).not.toThrow();
  return lines[0] ?? '';
};
const TOKEN = 'Zk3xQ9v-7Lr2_YbT0pWc5NfH8sJd1MgKe4uAoIiXyVw';

test.each([
  ['a session token in a message', `refused ssa_${TOKEN}`],
  ['a pairing token', `spp_${TOKEN}`],
  ['a bearer', `authorization: Bearer ${TOKEN}`],
  ['the path of a mailed link', `GET http://first.test/api/user/reset-password/${TOKEN} failed`],
  ['the page of an invitation', `/auth/register?invitation=${TOKEN}`],
  ['the page of a verification', `/email-verification/ada/${TOKEN}`],
  ['a key of a carrier in an address', `https://api.carrier.test/v1/rates?apiKey=${TOKEN}&weight=3`],
  ['a password of the database', `connect postgres://ship:${TOKEN}@db.test/ship`],
])('%s', (_, text) => {
  expect(said((log) => log.warn({ err: new Error(text) }, text))).not.toContain(TOKEN);
  expect(said((log) => log.debug({ nested: { deep: [{ text }] } }, 'deep'))).not.toContain(TOKEN);
});

test('headers that hold something, as deep as libraries log them', () => {
  const headers = { authorization: TOKEN, cookie: TOKEN, 'x-xsrf-token': TOKEN, 'set-cookie': TOKEN };
  for (const logged of [headers, { headers }, { request: { headers } }])
    expect(said((log) => log.debug(logged, 'fetching'))).not.toContain(TOKEN);
});

test('no e-mail address, not even in what the database says', () => {
  const error = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(Ada.Love+1@shop.example) exists.' });
  expect(said((log) => log.error({ err: error }, 'unexpected error'))).not.toMatch(/ada|shop\.example/i);
  expect(said((log) => log.info('to ada%40shop.example'))).not.toContain('ada');
});

test('what a person needs to find the fault stays', () => {
  const line = said((log) =>
    log.error(
      {
        requestId: '0199a000-0000-7000-8000-00000000dead',
        err: new Error('at node_modules/@scanship/domain/rates.ts:12'),
      },
      'unexpected error',
    ),
  );
  expect(line).toContain('0199a000-0000-7000-8000-00000000dead');
  expect(line).toContain('node_modules/@scanship/domain/rates.ts:12');
});

test('a long line costs next to nothing', () => {
  const start = computed();
  for (const piece of ['a', 'a@', '?code', '://a:', 'Bearer ', 'ssa_a', '/invitation/'])
    said((log) => log.info(piece.repeat(100_000 / piece.length)));
  expect(computed() - start).toBeLessThan(5_000);
});
