/**
 * `/unsubscribe/{link}`: a GET asks, because scanners of mail follow links; a POST does it, by the button or by a mail program
 * (RFC 8058). The link is all the proof there is, and all it can do is to end mails.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeLanguage } from '@scanship/contracts/stores/buyer-notices';
import { sql } from 'kysely';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import type { Database } from '../../platform/database/database.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import { tooMany, withoutCookies } from '../../platform/http/open-doors.ts';
import { hostOf } from '../../platform/http/request-state.ts';
import { networkOf } from '../../platform/network-of.ts';
import { drawPlain, pagePolicy } from '../buyer-page/index.ts';
import { sellerName } from './notice-facts.ts';
import { suppress } from './suppression.ts';
import type { NamedNotice } from './notice-tokens.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';
import { sayIn } from './write-notice.ts';

const MOST_BYTES = 4_096;

interface Asked {
  readonly address: string | null;
  readonly language: NoticeLanguage;
  readonly seller: string;
}

export async function findAsked(db: Database, notice: NamedNotice): Promise<Asked | undefined> {
  const { tenantId, noticeId } = notice;
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<
      { address: string | null; language: NoticeLanguage | null } & Parameters<typeof sellerName>[0]
    >`SELECT n.address, n.language, st.name AS store, st.platform_code, st.branding AS papers, t.name AS seller,
        b.brand_name AS brand
      FROM buyer_notices AS n
      JOIN stores AS st ON st.tenant_id = n.tenant_id AND st.id = n.store_id
      JOIN tenants AS t ON t.id = n.tenant_id
      LEFT JOIN branding AS b ON b.tenant_id = n.tenant_id
      WHERE n.tenant_id = ${tenantId} AND n.id = ${noticeId}`.execute(tx),
  );
  const [row] = rows;
  return row && { address: row.address, language: row.language ?? 'en', seller: sellerName(row) };
}

/** Repeatable. A buyer who was erased since has no address here, and no mail to fear. */
export async function unsubscribe(db: Database, notice: NamedNotice): Promise<Asked | undefined> {
  const asked = await findAsked(db, notice);
  const { address } = asked ?? {};
  if (address)
    await db.tenant({ tenantId: notice.tenantId }, (tx) =>
      suppress(tx, notice.tenantId, [{ address, reason: 'unsubscribed' }]),
    );
  return asked;
}

export const unsubscribePage = (
  deps: {
    readonly db: Database;
    readonly budgets: Budgets;
    readonly hosts: Pick<HostDirectory, 'buyerSiteOf'>;
    readonly links: UnsubscribeLinks;
  },
  app: FastifyInstance,
): void => {
  const { db, budgets, hosts, links } = deps;
  /** The notice a link names; on a seller's own host none of another seller. */
  const noticeOf = async (request: FastifyRequest<{ Params: { link: string } }>): Promise<NamedNotice | undefined> => {
    const notice = links.read(request.params.link);
    const seller = notice && (await hosts.buyerSiteOf(hostOf(request)))?.seller;
    return seller === undefined || seller.id === notice?.tenantId ? notice : undefined;
  };
  const send = (
    reply: FastifyReply,
    request: FastifyRequest,
    status: number,
    asked: Asked | undefined,
    part: 'ask' | 'done' | 'gone',
  ): FastifyReply => {
    const language = asked?.language ?? 'en';
    const say = (key: Parameters<typeof sayIn>[1]): string => sayIn(language, key, asked?.seller ?? '');
    const text = { ask: say('stopAsk'), done: say('stopDone'), gone: say('stopGone') }[part];
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': pagePolicy(request.state.nonce),
        'x-robots-tag': 'noindex, nofollow',
      })
      .send(
        drawPlain({
          language,
          nonce: request.state.nonce,
          by: asked?.seller ?? null,
          title: say('stopTitle'),
          text,
          button: part === 'ask' ? say('stopButton') : undefined,
        }),
      );
  };

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Mail programs send a form of one field; what it says does not matter.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, _body, parsed) =>
      parsed(null, undefined),
    );
    scope.addHook('onRequest', async (request, reply) => {
      const spent = await budgets.take([{ budget: 'calls/address', by: networkOf(request.ip) }]);
      return spent && tooMany(reply, spent).send();
    });
    withoutCookies(scope);
    scope.get<{ Params: { link: string } }>('/unsubscribe/:link', async (request, reply) => {
      const notice = await noticeOf(request);
      const asked = notice && (await findAsked(db, notice));
      return asked ? send(reply, request, 200, asked, 'ask') : send(reply, request, 404, undefined, 'gone');
    });
    scope.post<{ Params: { link: string } }>('/unsubscribe/:link', async (request, reply) => {
      const notice = await noticeOf(request);
      const asked = notice && (await unsubscribe(db, notice));
      return asked ? send(reply, request, 200, asked, 'done') : send(reply, request, 404, undefined, 'gone');
    });
    done();
  });
};
