/**
 * Every call that changes something leaves an entry in the log, or stands below with the reason why not. A call added later is in
 * this test without anybody thinking of it.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Call } from '@scanship/contracts/call';
import { sample } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  crossSiteToken,
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestUser,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { bodySchema, describedCall } from '../../../test/described-call.ts';
import { textOf, valuesOf } from '../../../test/near-schema.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import type { Services } from '../../platform/services.ts';
import { BUILT_IN_ROLES } from '../roles/index.ts';

/** A seller's daily work, by the folder or file of its contract. Acting for somebody, every one of these calls is written, too. */
const DAILY_WORK: Readonly<Record<string, string>> = {
  'orders/': 'who changed an order, and what, stands in its history (state_changes, order_edits)',
  'products/': 'a product has no price of ours, no money and no right in it',
  'shipping/batches.ts': 'labels, their money and their state have a history of their own (state_changes, the books)',
  'shipping/batch-mending.ts': 'the plan of a batch; what is bought has its history',
  'shipping/dispatch.ts': 'closings and hand-over lists are kept with who made them',
  'shipping/exceptions.ts': 'an exception keeps who took, noted and closed it',
  'shipping/shipments.ts': 'labels, their money and their state have a history of their own (state_changes, the books)',
  'shipping/returns.ts': 'a return keeps who decided it; its label and what is paid back have their history',
  'shipping/tracking.ts': 'a parcel keeps who called it lost (state_changes)',
  'printing/scan-ship.ts': 'the packing table works like the order desk: orders and labels keep their history',
  'printing/scan-shift.ts': 'what a shift did offline is sent as orders and labels with their history',
};
/** Calls for themselves. */
const EXCEPT: Readonly<Record<string, string>> = {
  applyPreset: 'fills a form in',
  setShippingChoice: 'chooses a service for an order; its history has it',
  undoShippingChoices: 'the same, taken back',
  addPrinterSettings: 'which paper comes out where',
  autoprintSetting: 'which paper comes out where',
  printDocuments: 'print jobs are a list of their own',
  reprintJob: 'print jobs are a list of their own',
  cancelPrintJob: 'print jobs are a list of their own',
  settlePrintJob: 'print jobs are a list of their own',
  syncPrinters: 'asks the agent anew',
  addSampleOrder: 'an order, with its history',
  confirmBrowserPrint: 'a step of the guide',
  showFirstRun: 'a step of the guide',
  saveTableUi: 'how a list looks to one person',
  saveMarkupDraft: 'no price changes by a draft; publishing it is written',
  discardMarkupDraft: 'no price changes by a draft',
  beginCard: 'nothing is kept before saveCard, which is written',
  settlePayment: 'asks the card provider again; payments have their own history',
  testCarrierAccount: 'asks the carrier and changes nothing',
  beginCarrierOnboarding: 'nothing is connected before completeCarrierOnboarding, which is written',
  syncStore: 'runs of imports are a list of their own',
  testStore: 'asks the platform and changes nothing',
  retryPush: 'pushes have their own history',
  dismissStoreNotice: 'a notice put away',
  testNotice: 'a mail to oneself; it stands in the mail log',
  logout: 'the list of sessions has it',
  lockSession: 'the own screen',
  unlockSession: 'the own screen',
  beginTotp: 'nothing counts before confirmTotp, which is written',
  beginPasskey: 'nothing counts before addPasskey, which is written',
  renamePasskey: 'a name only its owner sees',
  cancelEmail: 'nothing changes',
  putNotices: 'which mails oneself wants',
  putAwayOwnerNotice: 'what oneself has put away',
  readNews: 'what oneself has read; its author has the list',
};
/** They write their own entries, with old and new values, where they change something; the test that sees it. */
const OWN_ENTRIES: Readonly<Record<string, string>> = {
  impersonate: '../impersonation/impersonation.pg.test.ts',
  revertImpersonation: '../impersonation/impersonation.pg.test.ts',
  publishMarkups: '../pricing/changes.pg.test.ts',
  restoreMarkups: '../pricing/changes.pg.test.ts',
  withdrawMarkups: '../pricing/changes.pg.test.ts',
  putDefaultMarkups: '../pricing/changes.pg.test.ts',
  putBuyerMarkups: '../pricing/changes.pg.test.ts',
  publishSheet: '../rate-sheets/rate-sheets.pg.test.ts',
  discardSheetDraft: '../rate-sheets/rate-sheets.pg.test.ts',
};

const CONTRACTS = path.join(import.meta.dirname, '../../../../../packages/contracts/src');
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;
const files = new Map<string, string>();

let database: TestDatabase;
let application: Application;
let services: Services;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let changing: readonly Call[] = [];

beforeAll(async () => {
  for (const file of readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
      for (const value of Object.values(
        (await import(/* @vite-ignore */ path.join(CONTRACTS, file))) as Record<string, unknown>,
      ))
        if (isCall(value)) files.set(value.id, file);
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  services = testServices(database.db);
  application = makeWholeApplication(services);
  app = await application.http();
  client = await makeClient(app);
  changing = application.routes
    .map(({ call }): Call => call)
    .filter(({ auth, method, readOnly }) => auth === 'access' && method !== 'GET' && readOnly !== true);
}, 120_000);
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const reasonOf = ({ id }: Call): string | undefined =>
  EXCEPT[id] ?? OWN_ENTRIES[id] ?? Object.entries(DAILY_WORK).find(([place]) => files.get(id)?.startsWith(place))?.[1];

/** Somebody whose built-in role may make the call. */
function callerOf({ roles, right, permission }: Call): TestUser {
  const { people } = world;
  const callers = [
    ['ROLE_CUSTOMER_ADMIN', people.admin],
    ['ROLE_FRANCHISE_ADMIN', people.franchise],
    ['ROLE_SUPER_ADMIN', people.root],
    ['ROLE_SUPPORT', people.support],
    ['ROLE_SALES_AGENT', people.agent],
  ] as const;
  const found = callers.find(([role]) => {
    const held = BUILT_IN_ROLES[role];
    return (
      (roles?.includes(role) ?? true) &&
      (right === undefined || held.rights.includes(right)) &&
      (permission === undefined || held.pages.includes(permission))
    );
  });
  if (!found) throw new Error('no built-in role may make this call');
  return found[1];
}

/** What the description does not say of a text, so that a made-up one would not be taken. */
const TEXTS: Readonly<Record<string, string>> = {
  email: 'somebody@example.com',
  administratorEmail: 'somebody@example.com',
  address: 'somebody@example.com',
  host: 'printer.example.com',
  name: 'A name',
  day: '2026-12-01',
  readyTime: '10:00',
  closeTime: '16:00',
  timeZone: 'America/Toronto',
  primaryColor: '#336699',
  currency: 'CAD',
};
const plainer = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plainer);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && TEXTS[name] !== undefined ? TEXTS[name] : plainer(inner),
    ]),
  );
};

/** Where parts of a body depend on one another. */
const nothingChosen = {
  service: null,
  grantIds: null,
  packageId: null,
  insurance: null,
  signature: null,
  saturdayDelivery: null,
};
const ANNOUNCED = {
  kind: 'news',
  en: { title: 'A title', text: 'A text' },
  fr: { title: '', text: '' },
  shown: { from: '2026-11-01T00:00:00Z', until: '2099-01-01T00:00:00Z' },
  work: null,
  audience: 'below',
  plans: [],
  chosen: [],
  byMail: false,
};
const TERMS = {
  name: 'A name',
  en: { text: 'A text', link: '' },
  fr: { text: '', link: '' },
  holdsFrom: '2026-11-01T00:00:00Z',
  asksAgain: false,
};
const GIVEN: Readonly<Record<string, unknown>> = {
  addAnnouncement: ANNOUNCED,
  changeAnnouncement: { ...ANNOUNCED, version: 1 },
  addTerms: TERMS,
  changeTerms: { ...TERMS, version: 1 },
  agreeToTerms: { id: '0199a000-0000-7000-8000-00000000dead', hash: '0'.repeat(64) },
  addPreset: { name: 'A name', hotkey: null, choice: nothingChosen },
  updatePreset: { name: 'A name', hotkey: null, choice: nothingChosen, version: 1 },
  addNetworkPrinter: {
    machineId: '0199a000-0000-7000-8000-00000000dead',
    name: 'A name',
    host: 'printer.example.com',
    port: 9100,
    format: 'zpl',
    dpi: 203,
    size: '4x6',
  },
  putStoreSettings: {
    autoPopupTag: null,
    notifyBuyer: null,
    defaultLocationId: null,
    warehouses: [],
    branding: { displayName: null, email: null, phone: null, website: null, message: null },
  },
};

/** A body that the call takes: one of many made from its description. */
function bodyOf(call: Call): unknown {
  const schema = bodySchema(call);
  if (GIVEN[call.id] !== undefined) return GIVEN[call.id];
  if (!schema) return undefined;
  const made = sample(valuesOf(schema, false), { numRuns: 1_500, seed: 7 });
  const taken = [...made, ...made.map(plainer)].find((body) => call.body?.safeParse(body).success);
  if (taken === undefined) throw new Error(`no body for ${call.id}`);
  return taken;
}

const SOME_ID = '0199a000-0000-7000-8000-00000000dead';

/** Makes the call with what it takes. */
async function make(call: Call): Promise<void> {
  const caller = callerOf(call);
  const { token } = await sessionOf(services, caller);
  const described = describedCall(call).parameters;
  const texts = (place: string) =>
    described
      .filter((each) => each.in === place)
      .map(({ name, schema }) => [name, textOf(sample(valuesOf(schema, false), { numRuns: 1, seed: 3 })[0])] as const);
  const inPath = new Map(texts('path'));
  const route = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' ? SOME_ID : encodeURIComponent(inPath.get(name) ?? SOME_ID),
  );
  const query = texts('query')
    .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    .join('&');
  const url = `/api${route}${query === '' ? '' : `?${query}`}`;
  if (call.upload) return upload(url, token, call.method);
  const body = bodyOf(call);
  await client.call(call.method, url, { token, host: 'first.test', ...(body === undefined ? {} : { body }) });
}

const entryOf = async (call: Call): Promise<boolean> => {
  await make(call);
  return isWritten(call.id);
};

const LOGO = 'ups';
/** With the field each upload asks for. */
async function upload(url: string, token: string, method: Call['method']): Promise<void> {
  const boundary = 'every-act';
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const crossSite = crossSiteToken(token, '');
  await app.inject({
    method,
    url,
    headers: {
      host: 'first.test',
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      cookie: `XSRF-TOKEN=${crossSite}`,
      'x-xsrf-token': crossSite,
    },
    payload: `${field('field', 'primaryLogo')}${field('accountId', SOME_ID)}${field('key', LOGO)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\na,b\r\n--${boundary}--\r\n`,
  });
}

const isWritten = async (action: string): Promise<boolean> => {
  for (const tenantId of [world.people.admin.tenantId, world.first.id, world.platformId]) {
    const row = await database.db.tenant({ tenantId }, (tx) =>
      tx.selectFrom('audit_events').select('id').where('action', '=', action).executeTakeFirst(),
    );
    if (row) return true;
  }
  return false;
};

describe('calls that change something', () => {
  test('are written whoever makes them, or have a reason why not', () => {
    const silent = changing.filter((call) => call.audited !== true && reasonOf(call) === undefined);
    expect(silent.map(({ id }) => id)).toEqual([]);
    const ids = new Set(changing.map(({ id }) => id));
    expect([...Object.keys(EXCEPT), ...Object.keys(OWN_ENTRIES)].filter((id) => !ids.has(id))).toEqual([]);
    // What has a reason is not written all the same.
    expect(Object.keys(EXCEPT).filter((id) => changing.find((call) => call.id === id)?.audited === true)).toEqual([]);
  });

  test('stand in the log after they were made', { timeout: 300_000 }, async () => {
    const missing: string[] = [];
    for (const call of changing.filter(({ audited }) => audited === true))
      if (!(await entryOf(call))) missing.push(call.id);
    expect(missing).toEqual([]);
  });
});
