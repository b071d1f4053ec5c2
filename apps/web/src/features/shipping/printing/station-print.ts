/** Printing at the printers of this station; what has none opens in the browser (decisions 38). */
import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import {
  listPrinters,
  listPrinterSettings,
  printDocuments,
  type PrintOutcome,
  type PrintWish,
} from '@scanship/contracts/printing/printers';
import { queryOptions } from '@tanstack/react-query';
import { api, fetchData, newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { stationChoice, stationOf } from '../../../lib/printing/station.ts';

/** Shared with the device manager, so that it is asked once. */
const machinesQuery = queryOptions({
  queryKey: ['devices', 'printers'],
  queryFn: ({ signal }) => fetchData(listPrinters, { signal }),
  staleTime: 60_000,
});

/** The machine of this browser; none where nobody may print or the question fails: then everything opens as before. */
async function stationHere(): Promise<string | undefined> {
  try {
    const { agents } = await queryClient.fetchQuery(machinesQuery);
    return stationOf(agents, stationChoice.get())?.machineId;
  } catch {
    return undefined;
  }
}

const kindOf = (wish: PrintWish): string => `${wish.documentType} ${wish.shipmentId ?? ''} ${wish.orderId ?? ''}`;

/** More is shown in one file. */
const MOST_AT_ONCE = 500;

export interface SentToStation {
  /** Wishes that are to be opened in the browser. */
  readonly show: readonly PrintWish[];
  readonly queued: readonly PrintOutcome[];
}

/**
 * Sends what may be printed at once; whatever goes wrong here, the document opens in the browser instead.
 * @param asked a person pressed "print on", so automatic printing need not be on
 */
export async function printAtStation(wishes: readonly PrintWish[], asked: boolean, i18n: I18n): Promise<SentToStation> {
  const machineId = wishes.length === 0 || wishes.length > MOST_AT_ONCE ? undefined : await stationHere();
  if (machineId === undefined) return { show: wishes, queued: [] };
  try {
    const { data } = await api.call(printDocuments, {
      body: { machineId, documents: [...wishes], evenWithoutAutoprint: asked },
      idempotencyKey: newIdempotencyKey(),
    });
    const queued = data.outcomes.filter(({ outcome }) => outcome === 'queued');
    sayQueued(queued, i18n);
    const shown = new Set(
      data.outcomes
        .filter(({ outcome }) => outcome === 'show')
        .map(({ documentType, shipmentId, orderId }) => `${documentType} ${shipmentId ?? ''} ${orderId ?? ''}`),
    );
    return { show: wishes.filter((wish) => shown.has(kindOf(wish))), queued };
  } catch (error) {
    notify.error(error);
    return { show: wishes, queued: [] };
  }
}

function sayQueued(queued: readonly PrintOutcome[], i18n: I18n): void {
  if (queued.length === 0) return;
  const names = [...new Set(queued.flatMap(({ printName }) => printName ?? []))].join(', ');
  const count = queued.length;
  if (queued.some(({ reason }) => reason === 'printer-offline'))
    notify.problem(
      i18n._(msg`${names} is offline.`),
      i18n._(msg`It prints if the printer is back within 15 minutes; after that it is offered again.`),
    );
  else
    notify.success(
      i18n._(msg`${plural(count, { one: '# document is printed on', other: '# documents are printed on' })} ${names}.`),
    );
}

/** A printer of this station for each kind that has one, for the button in the preview. */
export async function stationPrinter(wish: PrintWish): Promise<string | undefined> {
  const machineId = await stationHere();
  if (machineId === undefined) return undefined;
  try {
    const [{ printerSettings }, { printers }] = await Promise.all([
      queryClient.fetchQuery({
        queryKey: ['devices', 'settings', machineId],
        queryFn: ({ signal }) => fetchData(listPrinterSettings, { query: { machineId }, signal }),
      }),
      queryClient.ensureQueryData(machinesQuery),
    ]);
    const chosen = printerSettings.find(({ documentType }) => documentType === wish.documentType)?.printerId;
    return printers.find(({ id }) => id === chosen)?.displayName;
  } catch {
    return undefined;
  }
}
