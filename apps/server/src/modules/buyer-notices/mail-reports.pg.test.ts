/** What comes back of notices, posted as mail systems write it: real mails by SMTP, reports in the shape of several systems, real HTTP. */
import type { SentNotice, SuppressedAddress } from '@scanship/contracts/stores/buyer-notices';
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginDay,
  call,
  closeNotices,
  event,
  inTenant,
  mailbox,
  now,
  openNotices,
  parcelOf,
  switchOn,
  tell,
  work,
  world,
} from '../../../test/notice-world.ts';
import { createNoticeTokens } from './notice-tokens.ts';

const TOKEN = 'token of the mail system';
beforeAll(() => openNotices({ mailReportToken: TOKEN }), 120_000);
afterAll(closeNotices);
beforeEach(async () => {
  await beginDay();
  await switchOn(['shipped']);
  await inTenant((tx) => sql`DELETE FROM suppressed_addresses`.execute(tx));
});

interface Gone {
  readonly address: string;
  /** The mail as it went out. */
  readonly raw: string;
  readonly messageId: string;
}
async function sent(address: string): Promise<Gone> {
  const { trackerId } = await parcelOf(address);
  await tell(trackerId, [event('accepted', now())]);
  await work();
  const raw = mailbox.received.find(({ to }) => to.includes(address))?.raw ?? '';
  const messageId = /^Message-ID: (<[^>]+>)/im.exec(raw.replaceAll(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
  expect(messageId).toMatch(/^<[\w-]{64}@scanship\.example>$/);
  return { address, raw, messageId };
}
const post = async (mail: string | Buffer, authorization = `Bearer ${TOKEN}`) => {
  const { statusCode, body } = await request(`${world.origin}/hooks/mail-reports`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', ...(authorization === '' ? {} : { authorization }) },
    body: mail,
  });
  return { status: statusCode, text: await body.text() };
};
const LEFT_ALONE = { status: 200, text: 'The address is left alone from now on.\n' };
const NOTHING = { status: 200, text: 'Nothing changed.\n' };
const suppressed = async () =>
  (await call<{ addresses: SuppressedAddress[] }>('GET', '/buyer-notices/suppressed')).data.addresses;
const logged = async (address: string) =>
  (await call<{ notices: SentNotice[] }>('GET', `/buyer-notices?address=${address}`)).data.notices[0];

const lines = (...list: readonly string[]): string => list.join('\r\n');
const headOf = ({ raw }: Gone): string => raw.slice(0, raw.indexOf('\r\n\r\n') + 2);

/** Plain text, the status, the mail itself. */
const postfix = (
  gone: Gone,
  status = '5.1.1',
  action = 'failed',
  said = `550 ${status} <${gone.address}>: unknown`,
): string =>
  lines(
    'Return-Path: <>',
    'Received: by mail.scanship.example (Postfix) id 4F1B2A0C3D; Sun, 29 Nov 2026 12:00:00 +0000 (UTC)',
    'Date: Sun, 29 Nov 2026 12:00:00 +0000 (UTC)',
    'From: MAILER-DAEMON@mail.scanship.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'To: no-reply@scanship.example',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4F1B2A0C3D.1764417600/mail.scanship.example"',
    'Content-Transfer-Encoding: 8bit',
    'Message-Id: <20261129120000.5A6B7C8D9E@mail.scanship.example>',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4F1B2A0C3D.1764417600/mail.scanship.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'A test says that this mail did not arrive.',
    '',
    '--4F1B2A0C3D.1764417600/mail.scanship.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.scanship.example',
    'X-Postfix-Queue-ID: 4F1B2A0C3D',
    'X-Postfix-Sender: rfc822; no-reply@scanship.example',
    'Arrival-Date: Sun, 29 Nov 2026 11:59:58 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${gone.address}`,
    `Original-Recipient: rfc822;${gone.address}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.example.com',
    `Diagnostic-Code: smtp; ${said}`,
    '    in virtual mailbox table',
    '',
    '--4F1B2A0C3D.1764417600/mail.scanship.example',
    'Content-Description: Undelivered Message',
    'Content-Type: message/rfc822',
    'Content-Transfer-Encoding: 8bit',
    '',
    'Return-Path: <no-reply@scanship.example>',
    gone.raw,
    '',
    '--4F1B2A0C3D.1764417600/mail.scanship.example--',
    '',
  );

/** Text and HTML, the status without blanks, headers alone. */
const exchange = (gone: Gone): string =>
  lines(
    'From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@buyers.example>',
    'To: <no-reply@scanship.example>',
    'Date: Sun, 29 Nov 2026 12:00:00 +0000',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="7f5a6c7e-1d2b-4b8c-9a55-3f1c0d9e8b7a"',
    'X-MS-Exchange-Message-Is-Ndr:',
    'Content-Language: en-US',
    'Message-ID: <d2a1@YT1PR01MB.CANPRD01.PROD.OUTLOOK.COM>',
    `In-Reply-To: ${gone.messageId}`,
    `References: ${gone.messageId}`,
    'Subject: Undeliverable: a test',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    '',
    '--7f5a6c7e-1d2b-4b8c-9a55-3f1c0d9e8b7a',
    'Content-Type: multipart/alternative; differences=Content-Type;',
    '\tboundary="1b0e"',
    '',
    '--1b0e',
    'Content-Type: text/plain; charset="us-ascii"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'A test.',
    '--1b0e',
    'Content-Type: text/html; charset="us-ascii"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<html><body>A test.</body></html>',
    '--1b0e--',
    '',
    '--7f5a6c7e-1d2b-4b8c-9a55-3f1c0d9e8b7a',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns;YT1PR01MB.CANPRD01.PROD.OUTLOOK.COM',
    'Received-From-MTA: dns;mail.scanship.example',
    'Arrival-Date: Sun, 29 Nov 2026 11:59:59 +0000',
    '',
    `Final-Recipient: rfc822;${gone.address}`,
    'Action: failed',
    'Status: 5.1.10',
    'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup',
    '',
    '--7f5a6c7e-1d2b-4b8c-9a55-3f1c0d9e8b7a',
    'Content-Type: text/rfc822-headers',
    '',
    headOf(gone),
    '',
    '--7f5a6c7e-1d2b-4b8c-9a55-3f1c0d9e8b7a--',
    '',
  );

/** Parts in parts, a folded answer; with `bare` nothing is enclosed and one field names the mail. */
const gmail = (gone: Gone, bare = false): string =>
  lines(
    'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    'To: no-reply@scanship.example',
    'Auto-Submitted: auto-replied',
    'Subject: Delivery Status Notification (Failure)',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; boundary="000000000000aa11bb"; report-type=delivery-status',
    'X-Failed-Recipients: somebody.else@example.com',
    '',
    '--000000000000aa11bb',
    'Content-Type: multipart/related; boundary="000000000000cc22dd"',
    '',
    '--000000000000cc22dd',
    'Content-Type: multipart/alternative; boundary="000000000000ee33ff"',
    '',
    '--000000000000ee33ff',
    'Content-Type: text/plain; charset="UTF-8"',
    '',
    'A test.',
    '--000000000000ee33ff--',
    '--000000000000cc22dd',
    'Content-Type: image/png; name="icon.png"',
    'Content-Disposition: attachment; filename="icon.png"',
    'Content-Transfer-Encoding: base64',
    '',
    'iVBORw0KGgo=',
    '--000000000000cc22dd--',
    '--000000000000aa11bb',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; googlemail.com',
    'Arrival-Date: Sun, 29 Nov 2026 03:59:59 -0800 (PST)',
    `X-Original-Message-ID: ${gone.messageId}`,
    '',
    `Final-Recipient: rfc822; ${gone.address}`,
    'Action: failed',
    'Status: 5.1.1',
    'Remote-MTA: dns; mx.example.com. (192.0.2.7, the server for the domain example.com.)',
    'Diagnostic-Code: smtp; 550-5.1.1 no such',
    ' 550-5.1.1 account here',
    ' 550 5.1.1 x1-20020a05 - gsmtp',
    'Last-Attempt-Date: Sun, 29 Nov 2026 04:00:00 -0800 (PST)',
    '',
    ...(bare ? [] : ['--000000000000aa11bb', 'Content-Type: message/rfc822', '', gone.raw, '']),
    '--000000000000aa11bb--',
    '',
  );

/** RFC 5965, as a feedback loop sends it: the address is blacked out in it. */
const complaint = (gone: Gone, type = 'abuse'): string =>
  lines(
    'From: <staff@feedback.example>',
    'To: <no-reply@scanship.example>',
    'Subject: a complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="arf"',
    '',
    '--arf',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    'A test.',
    '--arf',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: FeedbackLoop/1.0',
    'Version: 1',
    'Original-Rcpt-To: <redacted@example.com>',
    '',
    '--arf',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    gone.raw.replaceAll(gone.address, 'redacted'),
    '',
    '--arf--',
    '',
  );

describe('a report that a mail failed for good', () => {
  it.each([
    ['Postfix', (gone: Gone) => postfix(gone), '5.1.1 550 5.1.1'],
    ['Exchange', exchange, '5.1.10 550 5.1.10'],
    ['Gmail', gmail, '5.1.1 550-5.1.1 no such 550-5.1.1 account here'],
    ['Gmail without the mail', (gone: Gone) => gmail(gone, true), '5.1.1 550-5.1.1'],
    ['Postfix with bare line ends', (gone: Gone) => postfix(gone).replaceAll('\r\n', '\n'), '5.1.1 550 5.1.1'],
  ] as const)('by %s has the address left alone, and stands in the log', async (name, write, words) => {
    const gone = await sent(`gone-${name.replaceAll(' ', '-').toLowerCase()}@example.com`);
    expect(await post(write(gone))).toEqual(LEFT_ALONE);
    expect(await suppressed()).toMatchObject([
      { address: gone.address, reason: 'bounced', serverWords: expect.stringContaining(words) },
    ]);
    expect(await logged(gone.address)).toMatchObject({
      state: 'failed',
      problem: 'It was accepted first and came back: the address does not exist or takes no mail.',
      serverWords: expect.stringContaining(words),
    });
    // The same report once more changes nothing, and the next notice is not sent.
    await post(write(gone));
    expect((await suppressed()).length).toBe(1);
    mailbox.received.length = 0;
    const next = await parcelOf(gone.address);
    await tell(next.trackerId, [event('accepted', now())]);
    await work();
    expect(mailbox.received).toEqual([]);
  });

  it.each([
    ['a delay', '4.4.1', 'delayed'],
    ['a failure for now', '4.2.2', 'failed'],
    ['a full mailbox', '5.2.2', 'failed'],
    ['a policy', '5.7.1', 'failed'],
    ['no way to the server', '5.4.4', 'failed'],
    ['a fault of the domain of the sender', '5.1.8', 'failed'],
    ['too long a mail', '5.2.3', 'failed'],
    ['a fault nobody knows', '5.0.0', 'failed'],
    ['a delivery', '2.0.0', 'delivered'],
    ['no status', 'none', 'failed'],
  ])('is not %s (%s)', async (_what, status, action) => {
    const gone = await sent(`kept-${status.replaceAll('.', '-')}-${action}@example.com`);
    expect(await post(postfix(gone, status, action))).toEqual(NOTHING);
    expect(await suppressed()).toEqual([]);
    expect(await logged(gone.address)).toMatchObject({ state: 'sent' });
  });
});

it('a complaint has the address left alone, whatever the report says of addresses; praise does not', async () => {
  const gone = await sent('angry@example.com');
  expect(await post(complaint(gone, 'not-spam'))).toEqual(NOTHING);
  expect(await post(complaint(gone))).toEqual(LEFT_ALONE);
  expect(await suppressed()).toMatchObject([{ address: 'angry@example.com', reason: 'complained' }]);
  expect(await logged('angry@example.com')).toMatchObject({ state: 'sent' });
});

describe('a report that changes nothing', () => {
  it('hangs on an answer, or answers another mail than the one it encloses', async () => {
    const gone = await sent('answered@example.com');
    const report = postfix(gone);
    const [head = ''] = report.split('\r\n\r\n', 1);
    const within = report.slice(report.indexOf('\r\n\r\n'));
    const type = /Content-Type: multipart\/report; report-type=delivery-status;/;
    expect(await post(head.replace(type, 'Content-Type: multipart/mixed;') + within)).toEqual(NOTHING);
    const stranger = { ...gone, raw: gone.raw.replace(gone.messageId, '<1@elsewhere.example>') };
    expect(await post(`In-Reply-To: ${gone.messageId}\r\n${postfix(stranger)}`)).toEqual(NOTHING);
    expect(await suppressed()).toEqual([]);
    expect(await post(report)).toEqual(LEFT_ALONE);
  });

  it('names no notice of ours: changed, made up, of another installation, of one that was erased', async () => {
    const gone = await sent('safe@example.com');
    const [token = ''] = /[\w-]{64}/.exec(gone.messageId) ?? [];
    const others = [
      token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      'x'.repeat(64),
      '01a22809-1e4a-707d-bcab-068562b3b9be',
      createNoticeTokens('another secret', 'message ids of notices').of({
        tenantId: world.seller.tenantId,
        noticeId: '01a22809-1e4a-707d-bcab-068562b3b9be',
      }),
      // What the buyer has in the link that ends notices.
      createNoticeTokens(world.services.cookieSecret, 'ends of notices').of({
        tenantId: world.seller.tenantId,
        noticeId: (await logged(gone.address))?.id ?? '',
      }),
    ];
    for (const other of others)
      expect(await post(postfix({ ...gone, raw: gone.raw.replace(token, other) })), other).toEqual(NOTHING);
    expect(await suppressed()).toEqual([]);
    await inTenant((tx) =>
      sql`UPDATE order_details AS d SET imported = imported || '{"erasedAt":"2026-01-01"}' FROM buyer_notices AS n
        WHERE n.order_id = d.order_id AND n.address = 'safe@example.com'`.execute(tx),
    );
    expect(await post(postfix(gone))).toEqual(NOTHING);
    expect(await suppressed()).toEqual([]);
  });

  it('comes from somebody else, or to an installation that takes none', async () => {
    const gone = await sent('forged@example.com');
    for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])
      expect((await post(postfix(gone), authorization)).status, authorization).toBe(401);
    expect(await suppressed()).toEqual([]);
  });

  it('is hostile: 30 MB, nested without end, endless headers, a thousand recipients, no mail at all', async () => {
    const gone = await sent('hostile@example.com');
    const began = performance.now();
    expect((await post(Buffer.concat([Buffer.from(postfix(gone)), Buffer.alloc(30 * 1024 * 1024, 'x')]))).status).toBe(
      413,
    );
    const nested = `MIME-Version: 1.0\r\n${Array.from({ length: 2_000 }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`).join('')}`;
    expect((await post(nested)).status).toBe(400);
    const within = Array.from({ length: 200 }, () => 'Content-Type: message/rfc822\r\n\r\n').join('');
    expect([200, 400]).toContain((await post(`MIME-Version: 1.0\r\n${within}${postfix(gone)}`)).status);
    expect((await post(`Subject: ${'a '.repeat(900_000)}\r\n\r\n`)).status).toBe(400);
    const many = Array.from(
      { length: 20_000 },
      (_, at) => `\r\n\r\nFinal-Recipient: rfc822; a${at}@x\r\nAction: failed\r\nStatus: 4.0.0`,
    ).join('');
    expect(await post(postfix(gone).replace('Reporting-MTA: dns', `Reporting-MTA: dns; x${many}\r\n\r\nX: y`))).toEqual(
      NOTHING,
    );
    for (const junk of ['', '\u0000', 'hello', Buffer.from([0xff, 0xd8, 0xff])])
      expect((await post(junk)).text, String(junk)).toBe(NOTHING.text);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(await suppressed()).toEqual([]);
  }, 60_000);
});
