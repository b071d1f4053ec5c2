import { MAIL_TEMPLATES, type MailTemplate } from '@scanship/contracts/network/mail-outbox';
import { assert as property, integer, property as forAll, tuple } from 'fast-check';
import { contrast, inkOn } from '@scanship/domain/values/contrast';
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test, vi } from 'vitest';
import { plainColour } from './colours.ts';
import { compose } from './mail-handler.ts';
import type { MailData, QueuedMail } from './mail.ts';
import type { MailBrand } from './mail-branding.ts';
import { plainText } from './mail-content.ts';
import { explain } from './smtp.ts';
import { writeMail } from './templates.ts';

const when = { at: '2026-11-21T15:00:00.000Z', timeZone: 'America/Toronto' };
const NASTY = '<img src=x onerror=alert(1)>"\'&é😀';
const link = 'https://first.test/auth/x?token=a&b=c';
const DATA: MailData = {
  verify_account: { userName: NASTY, code: '123456', link, minutes: 10 },
  already_registered: { signInLink: link, resetLink: link },
  reset_password: { userName: NASTY, link, minutes: 30 },
  sign_in_code: { code: '123456', device: NASTY, ip: '203.0.113.1', minutes: 10 },
  confirm_email: { code: '123456', minutes: 10 },
  email_changing: { newEmail: NASTY },
  email_changed: { newEmail: NASTY },
  password_changed: { when, resetLink: link },
  second_factor_changed: { change: 'passkey_added', detail: NASTY, when },
  new_device: { device: NASTY, ip: '203.0.113.1', when, resetLink: link },
  invitation: { inviterName: NASTY, tenantName: NASTY, link, days: 7 },
  invitation_accepted: { personName: NASTY, tenantName: NASTY, email: 'a@b.example' },
  notice: {
    subject: `Line\r\nBcc: x@y.example ${NASTY}`,
    paragraphs: [NASTY],
    button: { label: NASTY, link: 'javascript:alert(1)' },
  },
};
const BRAND: MailBrand = {
  brandName: `Érable ${NASTY}`,
  from: { name: `Érable\r\nBcc: x@y.example`, address: 'no-reply@ship.example' },
  primary: '#24618f',
  background: '#f4f6f8',
  footer: NASTY,
  logo: undefined,
};
const mailOf = (template: MailTemplate, language: 'en' | 'fr', brand = BRAND) =>
  compose(
    '0199a000-0000-7000-8000-00000000dead',
    {
      // The pair is of one template.
      mail: { template, to: 'anna@example.com', language, data: DATA[template] } as QueuedMail['mail'],
      franchiseId: '',
      queuedAt: when.at,
      expiresAt: null,
    },
    brand,
    { mailFrom: { name: '', address: 'no-reply@localhost' } },
  );

test('drawing a mail costs no hook for every promise from then on', async () => {
  const run = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  await mailOf('new_device', 'en');
  expect(run).not.toHaveBeenCalled();
  run.mockRestore();
});

describe.each(MAIL_TEMPLATES)('%s', (template) => {
  test.each(['en', 'fr'] as const)('in %s: whatever is in it stays text, in both parts', async (language) => {
    const { html, text, subject, mime } = await mailOf(template, language);
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('href="javascript:');
    expect(html).toContain(`lang="${language}-CA"`);
    expect(text.split('\n')[0]).toContain('Érable');
    expect(subject).not.toMatch(/[\r\n]/);
    const headers = mime.toString('latin1').split('\r\n\r\n')[0] ?? '';
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(headers).toContain('Message-ID: <0199a000-0000-7000-8000-00000000dead@ship.example>');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    if ('link' in DATA[template]) {
      expect(text).toContain(link);
      expect(html).toContain('href="https://first.test/auth/x?token=a&amp;b=c"');
    }
    if ('code' in DATA[template]) expect(text).toContain('\n    123456\n');
  });

  test('says the same in French as in English, and in other words', () => {
    const [en, fr] = (['en', 'fr'] as const).map((language) =>
      writeMail(template, DATA[template], { brandName: 'B', language }),
    );
    expect(fr?.blocks.map(({ kind }) => kind)).toEqual(en?.blocks.map(({ kind }) => kind));
    if (template !== 'notice') expect(fr?.subject).not.toBe(en?.subject);
  });
});

test('the text part has a line for every block', () => {
  const content = writeMail(
    'reset_password',
    { userName: 'anna', link, minutes: 30 },
    { brandName: 'Maple', language: 'en' },
  );
  expect(plainText(content, { brandName: 'Maple', footer: 'Maple Inc.' })).toBe(
    `Maple

Choose a new password for Maple

A new password was asked for, for the account “anna”.

Choose a new password:
${link}

The link works once, within 30 minutes. If you did not ask for it, ignore this mail: your password stays as it is.

-- \nMaple Inc.`,
  );
});

test('a logo of the franchise is enclosed; mails are the same however often they are made', async () => {
  const logo = { source: 'cid:logo@scanship', enclosed: { bytes: Buffer.from('picture'), type: 'image/png' } };
  const { mime, html } = await mailOf('confirm_email', 'en', { ...BRAND, logo });
  expect(html).toContain('src="cid:logo@scanship"');
  expect(mime.toString('latin1')).toMatch(/Content-Id: <logo@scanship>/i);
  expect(mime.toString('latin1')).toContain(Buffer.from('picture').toString('base64'));
});

describe('colours', () => {
  test('what no mail program knows becomes the default', () => {
    for (const odd of ['red; background:url(x)', 'rgb(1,2,3)', '', null, undefined, '#12345', 'javascript:1'])
      expect(plainColour(odd, '#24618f')).toBe('#24618f');
    expect(plainColour(' #ABC ', '#24618f')).toBe('#aabbcc');
    expect(plainColour('F4D03F', '#24618f')).toBe('#f4d03f');
  });
  test('text on a button can be read, for any colour (WCAG AA)', () => {
    const channel = integer({ min: 0, max: 255 });
    property(
      forAll(tuple(channel, channel, channel), (rgb) => {
        const colour = `#${rgb.map((n) => n.toString(16).padStart(2, '0')).join('')}`;
        expect(contrast(inkOn(colour), colour)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 2000 },
    );
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });
});

describe('what an error of the mail server means', () => {
  test.each([
    [
      'a refused address',
      { message: 'x', code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 no such user' },
      false,
      'refused',
    ],
    ['a refused message', { message: 'x', code: 'EMESSAGE', responseCode: 554 }, true, 'refused'],
    ['later', { message: 'x', code: 'EENVELOPE', responseCode: 451 }, false, 'quota'],
    ['later, after the message', { message: 'x', code: 'EMESSAGE', responseCode: 452 }, true, 'quota'],
    ['no server', { message: 'connect ECONNREFUSED', code: 'ESOCKET' }, false, 'quota'],
    ['our own password', { message: 'x', code: 'EAUTH', responseCode: 535 }, false, 'quota'],
    ['broken off after the message', { message: 'socket closed', code: 'ECONNECTION' }, true, 'unknown-effect'],
    ['silence after the message', { message: 'Timeout', code: 'ETIMEDOUT' }, true, 'unknown-effect'],
  ])('%s', (_, error, handedOver, kind) => {
    expect(explain(error, handedOver).problem.kind).toBe(kind);
  });
});
