/** How the journal sends a mail: one step that cannot be asked about afterwards, so an unknown outcome stays one. */
import { createHash } from 'node:crypto';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { PurchaseState } from '@scanship/domain/shipping/shipment-states';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { Config } from '../../config/config.ts';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { JournalHandler, JournalRow } from '../../platform/journal/handler.ts';
import { REQUEST_SEAL } from '../../platform/journal/journal-store.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { AskCondition, MailCondition, QueuedMail } from './mail.ts';
import { type Composed, composeMail, withPictures } from './compose-mail.ts';
import { listOutcome } from './customer-mails.ts';
import { type MailBrand, readMailBrand, type SenderOf } from './mail-branding.ts';
import { stateOf } from './mail-log.ts';
import { keepMail } from './outbox.ts';
import type { SmtpServer } from './smtp.ts';
import { writeMail } from './templates.ts';

/** Longer than all of the SMTP client's own limits together: its words are better than ours. */
const DEADLINE_MS = 150_000;

interface Sent {
  readonly response: string;
}

export const createMailHandler = (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log' | 'budgets' | 'pictures' | 'sealer'>,
  smtp: SmtpServer | undefined,
  senderOf: SenderOf,
  conditions: ReadonlyMap<MailCondition, AskCondition>,
): JournalHandler<QueuedMail, Sent, undefined> => {
  const { db, clock, config, log, budgets, pictures, sealer } = services;
  return {
    async open(row) {
      const queued = queuedMail(row);
      const may = await mayGo(row, queued);
      if (may === undefined)
        return problem('unavailable', {
          message: 'This version of the program cannot tell whether it may still be sent.',
        });
      const operation: SteppedOperation<QueuedMail, Sent> = {
        steps: [
          {
            name: 'send',
            effect: 'create',
            run: async (input) => ({ kind: 'done', result: { response: await send(row, input, may) } }),
          },
        ],
        recovery: 'none',
        settleAfterMs: 0,
      };
      return {
        ok: true,
        value: {
          operation,
          input: queued,
          env: silentEnv(() => clock.now()),
          vendor: 'The mail server',
          deadlineMs: DEADLINE_MS,
        },
      };
    },
    prepare: async () => undefined,
    async changed(tx, row, input, change) {
      const state = stateOf(change.to, change.problem?.vendorCode);
      if (state !== 'waiting') await listOutcome(tx, row, { state, problem: change.problem?.message ?? null });
      if (input && isOver(change.to)) await dropFiles(tx, row, input, sealer);
      if (change.to !== 'refused' && change.to !== 'disputed') return;
      log.warn(
        {
          tenantId: row.tenantId,
          mailId: row.id,
          template: input?.mail.template,
          outcome: change.to,
          code: change.problem?.vendorCode,
        },
        'a mail was not delivered',
      );
    },
  };

  /** Asked each time it is taken up, before anything is sent: what cannot be read now is tried again. */
  async function mayGo(row: JournalRow, { onlyWhile, mail }: QueuedMail): Promise<boolean | undefined> {
    if (onlyWhile === undefined) return true;
    return conditions.get(onlyWhile)?.({ tenantId: row.tenantId, userId: row.createdBy, to: mail.to });
  }

  async function send(row: JournalRow, queued: QueuedMail, may: boolean): Promise<string> {
    if (!may)
      throw fail('refused', 'The person it was for may not see it any more, or has another address now.', {
        vendorCode: 'not-allowed',
      });
    if (queued.expiresAt !== null && Date.parse(queued.expiresAt) <= clock.now().getTime())
      throw fail('refused', 'It was too old to be useful by the time it could be sent.', { vendorCode: 'expired' });
    // Too many of one company, or of one kind to one address whoever sends them, wait; the journal tries them again for hours.
    const { to, template } = queued.mail;
    const spent = await budgets.take([
      { budget: 'mails/tenant', by: row.tenantId },
      {
        budget: 'mails/recipient',
        by: createHash('sha256').update(`${template} ${to.toLowerCase()}`).digest('base64url'),
      },
    ]);
    if (spent)
      throw fail('quota', spent.message ?? spent.code, { retryAfterMs: (spent.retryAfterSeconds ?? 60) * 1000 });
    const brand = await readMailBrand({ db, pictures }, queued.franchiseId, config.mailFrom, senderOf);
    const message = await compose(row.id, queued, brand, config);
    if (smtp) return smtp.hand({ from: brand.from.address, to: queued.mail.to }, message.mime);
    await keepMail(db, {
      realmId: queued.franchiseId,
      id: row.id,
      template: queued.mail.template,
      from: `${brand.from.name} <${brand.from.address}>`,
      to: queued.mail.to,
      subject: message.subject,
      messageId: message.messageId,
      text: message.text,
      html: withPictures(message.html, brand),
      at: new Date(queued.queuedAt),
    });
    return 'kept in the outbox';
  }
};

/** None of them is sent again. */
const isOver = (state: PurchaseState): boolean => ['complete', 'refused', 'disputed', 'absent'].includes(state);

/** What was enclosed is kept no longer than the sending of it lasts: rows of the journal are kept for good, and each person has one. */
async function dropFiles(tx: Tx, { tenantId, id }: JournalRow, queued: QueuedMail, sealer: Sealer): Promise<void> {
  const { mail } = queued;
  if (mail.template !== 'notice' || !mail.data.files?.length) return;
  const { files: _, ...data } = mail.data;
  const rest = JSON.parse(JSON.stringify({ ...queued, mail: { ...mail, data } })) as Json;
  await actAs(tx, { role: 'app_secrets', tenantId });
  await tx
    .updateTable('effects')
    .set({ sealed: sealer.sealJson(tenantId, id, REQUEST_SEAL, rest).sealed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId });
}

const queuedMail = (row: JournalRow): QueuedMail => {
  const { request } = row;
  if (typeof request !== 'object' || request === null || Array.isArray(request) || !('mail' in request))
    throw new Error(`effect ${row.id} holds no mail`);
  // Sealed by `createMailQueue`, and nothing else can be opened under this row's id.
  return request as JsonObject & QueuedMail;
};

/** The whole message of a kind of mail. Its Message-ID is the effect's id, so that a mail that did arrive twice is shown once. */
export const compose = async (
  id: string,
  queued: QueuedMail,
  brand: MailBrand,
  config: Pick<Config, 'mailFrom'>,
): Promise<Composed> => {
  const { template, data, language, to } = queued.mail;
  const content = writeMail(template, data, { brandName: brand.brandName, language });
  const files = template === 'notice' ? queued.mail.data.files : undefined;
  return composeMail({ id, content, to, language, at: queued.queuedAt, files }, brand, config);
};

/** The journal's steps are given a connector's surroundings; a mail needs only the time. */
const silentEnv = (now: () => Date): CarrierEnv => {
  const none = (): Promise<never> => Promise.reject(fail('refused', 'Mails are not sent over HTTP.'));
  return {
    mode: 'live',
    credentials: {},
    settings: {},
    http: { send: none },
    tokens: { get: none, drop: () => undefined },
    now,
  };
};
