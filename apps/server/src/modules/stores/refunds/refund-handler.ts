/** How the journal has a store refund and restock a return: once, over kills and repeats. */
import type { RefundInput, RefundResult } from '@scanship/connector-kit/store/store';
import { money, toDecimal } from '@scanship/domain/money/money';
import { backOff } from '@scanship/domain/shipping/purchase';
import { sql } from 'kysely';
import { json } from '../../../platform/database/json-column.ts';
import type { JournalHandler } from '../../../platform/journal/handler.ts';
import { recordChange } from '../../../platform/journal/journal-store.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import type { StoreOpener } from '../open-store.ts';
import { refusal } from '../pushes/push-handler.ts';
import { insertRefund, perhapsForgotten, readRefunds, supersede } from './refund-rows.ts';
import { tellInboxOfRefund } from './refund-view.ts';

/** What passes by itself is tried again for about two hours; money that is late is somebody's business after that. */
const MOST_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const PASSING: ReadonlySet<string> = new Set(['temporary-before-effect', 'quota', 'vendor-broken', 'absent']);

export function refundHandler(deps: {
  readonly db: Services['db'];
  readonly opener: StoreOpener;
}): JournalHandler<RefundInput, RefundResult, undefined> {
  const { db, opener } = deps;
  return {
    async open({ tenantId, id, mayBeForgotten }) {
      const found = await db.tenant(
        { tenantId },
        async (tx) => {
          const [refund] = await readRefunds(tx, sql`id = ${id}`);
          return refund && { refund, forgotten: await perhapsForgotten(tx, tenantId, refund) };
        },
        { readOnly: true },
      );
      if (!found) return problem('not_found');
      const { forgotten } = found;
      const { storeId, input: asked } = found.refund.payload;
      const input: RefundInput = {
        ...asked,
        ...forgotten,
        others: [...(asked.others ?? []), ...(forgotten?.others ?? [])],
      };
      const opened = await opener.open(tenantId, storeId, { kind: 'push', id });
      if (!opened.ok)
        return {
          ok: true,
          value: refusal(opened.problem.message ?? 'The store is not connected any more.', 'Store', input),
        };
      const { connector, manifest, env } = opened.value;
      if (!connector.refund)
        return { ok: true, value: refusal(`${manifest.name} takes no refunds.`, manifest.name, input) };
      return {
        ok: true,
        value: {
          operation: connector.refund,
          input,
          env,
          vendor: manifest.name,
          deadlineMs: manifest.deadlineMs.push,
          repeatAbsent: true,
          askFirst: mayBeForgotten || forgotten !== undefined,
        },
      };
    },
    prepare: () => Promise.resolve(undefined),
    async changed(tx, { tenantId, id }, _input, change) {
      const { to } = change;
      if (to !== 'complete' && to !== 'refused' && to !== 'absent' && to !== 'disputed') return;
      const [refund] = await readRefunds(tx, sql`id = ${id}`);
      if (!refund) throw new Error(`refund ${id} is gone`);
      const { payload } = refund;
      if (to === 'complete') {
        await sql`UPDATE effects SET vendor_ids = ${json({ refundIds: change.result.refundIds ?? [] })} WHERE id = ${id}`.execute(
          tx,
        );
        const { totalMinor, currency } = payload.input;
        await recordChange(tx, tenantId, { kind: 'order', id: payload.orderId }, null, 'refund', {
          userId: refund.createdBy,
          why: `The store refunded ${toDecimal(money(totalMinor, currency))} ${currency} of return ${payload.returnNumber}`,
        });
      } else if (
        to !== 'disputed' &&
        PASSING.has(change.problem?.code ?? 'absent') &&
        payload.attempt < MOST_ATTEMPTS
      ) {
        await supersede(tx, id);
        await insertRefund(tx, {
          tenantId,
          returnId: refund.returnId,
          payload: { ...payload, attempt: payload.attempt + 1 },
          dueInMs: backOff(payload.attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS),
          userId: refund.createdBy,
        });
        return;
      }
      // As this transaction leaves it.
      await tellInboxOfRefund(tx, tenantId, { ...refund, state: to, problem: change.problem ?? refund.problem });
    },
  };
}
