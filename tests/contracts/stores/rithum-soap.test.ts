/** Rithum SOAP against its WSDLs (version 7): each request and each answer of the simulator is valid, in names and in order. */
import {
  accountOf,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { connect } from '@scanship/store-rithum-soap/account';
import { fulfil } from '@scanship/store-rithum-soap/fulfil';
import { createPlayer, samples } from '@scanship/store-rithum-soap/harness';
import { createRithumSoap } from '@scanship/store-rithum-soap/simulator';
import { store } from '@scanship/store-rithum-soap/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { openWsdls } from '../judges/wsdl-judge.ts';

interface Seen {
  readonly name: string;
  readonly path: string;
  readonly request: string;
  readonly answer: string;
}

withVendorContract('stores/rithum-soap', (folder) => {
  const wsdls = openWsdls(folder, ['AdminService', 'InventoryService', 'OrderService', 'ShippingService']);
  const seen: Seen[] = [];
  let running: TestSimulator;
  const watch = <E extends Pick<StoreEnv, 'http'>>(env: E): E => ({
    ...env,
    http: {
      async send(request) {
        const response = await env.http.send(request);
        const sent = typeof request.body === 'string' ? request.body : '';
        seen.push({ name: request.name, path: request.path, request: sent, answer: response.text() });
        return response;
      },
    },
  });

  beforeAll(async () => {
    running = await startTestSimulator(createRithumSoap());
    const host = new URL(running.simulator.address).origin;
    const player = createPlayer(host);
    const harness = { samples, player, simulator: running.simulator };
    const env = watch((await openHarnessStore(store, harness)).env);
    const call = shopCaller(host, 'rithum-soap');
    const join = (profileId: string): ReturnType<typeof runConnect> =>
      runConnect(store, openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime()), (one) =>
        connect({ profileId, currency: 'USD' }, watch(one)),
      );
    expect((await join('32001401')).ok).toBe(true);
    // Asked for access, waiting, and not there at all.
    expect((await join('32001403')).ok).toBe(false);
    expect((await join('99999999')).ok).toBe(false);
    expect((await runStoreTest(store, env)).ok).toBe(true);
    const ids = (
      await call('POST', samples.account, 'orders', {
        orders: [{ lines: [[0, 3]], instructions: 'Ring <twice> & wait.' }, { lines: [[1, 1]] }, { lines: [[0, 1]] }],
      })
    ).ids as string[];
    await player.changeOrder(samples.account, ids[2] ?? '', 'cancel');
    const report = async (id: string, units: number, trackingNumber?: string): Promise<void> => {
      const read = await runOrdersById(store, [id], env);
      const externalLineId = (read.ok && read.value.items[0]?.lines[0]?.externalLineId) || '';
      const input: FulfilInput = {
        externalOrderId: id,
        lines: [{ externalLineId, quantity: units }],
        parcels: trackingNumber === undefined ? [] : [{ trackingNumber }],
        carrier: { slug: 'ups', name: 'UPS' },
        notifyBuyer: false,
        reference: `c:${id}:${units}`,
      };
      const done = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
      expect(done.problem).toBeUndefined();
    };
    await report(ids[0] ?? '', 1, '1Z0000000000000000');
    await report(ids[1] ?? '', 1);
    const open = (): Promise<StoreEnv> => Promise.resolve(env);
    await pullOrders(store, open);
    await pullOrders(store, open, new Date(Date.now() - 86_400_000));
    expect((await runProducts(store, {}, env)).ok).toBe(true);
    expect((await runProducts(store, { since: new Date(Date.now() - 86_400_000) }, env)).ok).toBe(true);
    // A result that is a failure has a form of its own.
    await call('PUT', samples.account, 'access', { access: 'Pending' });
    expect((await runOrders(store, {}, env)).ok).toBe(false);
    expect((await runProducts(store, {}, env)).ok).toBe(false);
  });
  afterAll(async () => {
    await running.close();
    wsdls.close();
  });

  const operationOf = ({ request }: Seen): string => /<soap:Body><web:(\w+)>/.exec(request)?.[1] ?? '';

  it('every operation was called, and every request is valid', () => {
    for (const one of seen)
      expect(wsdls.judge(one.path, one.request), `${one.name}: ${one.request}`).toMatchObject({ accepted: true });
    process.stdout.write(`Rithum SOAP: ${seen.length} of ${seen.length} requests are valid by the WSDLs\n`);
    expect(new Set(seen.map(operationOf))).toEqual(
      new Set([
        'GetAuthorizationList',
        'RequestAccess',
        'GetOrderList',
        'SetOrdersExportStatus',
        'GetOrderShipmentHistoryList',
        'GetShippingCarrierList',
        'SubmitOrderShipmentList',
        'GetFilteredInventoryItemList',
      ]),
    );
    const said = seen.map(({ request }) => request).join('');
    for (const part of ['NotExported', 'OrderIDList', '<web:PartialShipment>', '<web:FullShipment>', 'LastUpdateDate'])
      expect(said).toContain(part);
  });

  it('every answer of the simulator is valid', () => {
    for (const one of seen)
      expect(wsdls.judge(one.path, one.answer), `${one.name}: ${one.answer.slice(0, 3_000)}`).toMatchObject({
        accepted: true,
      });
    const told = seen.map(({ answer }) => answer).join('');
    for (const part of ['OrderLineItemItemResponse', 'ShipmentLineItemResponse', '<InventoryItemResponse>', 'Failure'])
      expect(told).toContain(part);
  });

  it('the judge refuses another order of elements, strangers, and other types, in header and body', () => {
    const orders = seen.find((one) => operationOf(one) === 'GetOrderList');
    if (!orders) throw new Error('orders were asked for');
    const damaged = [
      ['<ord:DetailLevel>Complete</ord:DetailLevel>', ''],
      ['<ord:PageSize>20</ord:PageSize>', ''],
      ['<ord:PageSize>20</ord:PageSize>', '<ord:PageSize>many</ord:PageSize>'],
      ['<web:Password>', '<web:Stranger>1</web:Stranger><web:Password>'],
      [
        '<ord:StatusUpdateFilterEndTimeGMT xsi:nil="true"/><ord:JoinDateFiltersWithOr xsi:nil="true"/>',
        '<ord:JoinDateFiltersWithOr xsi:nil="true"/><ord:StatusUpdateFilterEndTimeGMT xsi:nil="true"/>',
      ],
    ] as const;
    const verdicts = damaged.map(([from, to]) => {
      expect(orders.request).toContain(from);
      return wsdls.judge(orders.path, orders.request.replace(from, to)).accepted;
    });
    // The level of detail alone may be left out.
    expect(verdicts).toEqual([true, false, false, false, false]);
  });
});
