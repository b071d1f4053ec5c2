/**
 * Reporting a parcel at Core: a fulfilment of the sale is picked, packed and shipped, which moves its goods out of stock. What was
 * shipped is known by its tracking numbers. A part of a sale gets a fulfilment of its own, which makes a simple sale an advanced one.
 */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import { ask, find } from './client.ts';
import { isShipped, isVoid, readTaskLines, readTasks, type Task, type TaskLine } from './core-fulfilment.ts';
import { readSaleId, readSaleLines, readState, type SaleLine, type State } from './core-order.ts';
import { holdsAll, joined, numbersOf, plain, refuse, splitNumbers } from './numbers.ts';
import { GUID, zoneOf } from './system.ts';

/** Characters of a shipment's tracking number. */
const NUMBER_LENGTH = 256;
const OUR_BOX = 'Box 1';

interface Now {
  readonly sale: ObjectReader;
  readonly state: State;
  readonly tasks: readonly Task[];
}

async function current(input: FulfilInput, env: StoreEnv): Promise<Now | undefined> {
  const { externalOrderId: id } = input;
  const query = { ID: id, CountryFormat: 'Code2' };
  const sale = GUID.test(id) ? await find(env, { name: 'sale', path: '/sale', query }) : undefined;
  if (!sale) return undefined;
  if (readSaleId(sale) !== id.toLowerCase()) throw new FieldProblem('ID', 'is another sale’s');
  return { sale, state: readState(sale), tasks: sale.has('Fulfilments') ? readTasks(sale) : [] };
}

/** The fulfilment that was shipped with these numbers; a report without any is known by the fulfilment it was made for. */
const reported = (tasks: readonly Task[], input: FulfilInput, taskId?: string): Task | undefined =>
  tasks
    .filter(isShipped)
    .find((task) =>
      input.parcels.length === 0
        ? task.id === taskId
        : holdsAll(joined(task.ship.lines.map(({ trackingNumber }) => trackingNumber)), input),
    );

const unitsOf = (lines: readonly { readonly productId: string; readonly quantity: number }[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const { productId, quantity } of lines)
    units.set(productId.toLowerCase(), (units.get(productId.toLowerCase()) ?? 0) + quantity);
  return units;
};

const sameUnits = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([product, units]) => b.get(product) === units);

/** The lines of the sale with the quantities of this report. */
function wantedLines(input: FulfilInput, lines: readonly SaleLine[]): { line: SaleLine; quantity: number }[] {
  return input.lines.map(({ externalLineId, quantity }) => {
    const line = lines.find(({ id }) => id === externalLineId);
    if (!line) throw refuse('Cin7 Core does not know one of these items in the order.', 'line-unknown');
    if (line.dropShip) throw refuse('One of these items is shipped by its supplier, as Cin7 Core has it.', 'drop-ship');
    if (quantity > line.quantity - line.shipped)
      throw refuse('Cin7 Core has fewer units of one of these items left to ship.', 'too-many');
    return { line, quantity };
  });
}

export async function corePlan(input: FulfilInput, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const now = await current(input, env);
  if (!now) throw refuse('Cin7 Core does not know this sale.', 'order-unknown');
  const there = reported(now.tasks, input);
  if (there) return { kind: 'done', keep: { there: true }, result: { fulfilmentIds: [there.id] } };
  const { kind, hold } = now.state;
  if (kind === 'cancelled') throw refuse('The sale was voided at Cin7 Core.', 'cancelled');
  if (kind === 'shipped')
    throw refuse(
      'Cin7 Core already has this sale marked as shipped; enter this number there if the buyer needs it.',
      'shipped',
    );
  if (kind !== 'to-ship')
    throw refuse(
      `${hold?.reason ?? 'The sale is not an order at Cin7 Core.'} Until then it is not reported.`,
      'on-hold',
    );
  if (joined(numbersOf(input)).length > NUMBER_LENGTH)
    throw refuse(
      `Cin7 Core keeps ${NUMBER_LENGTH} characters of tracking numbers a shipment; report fewer parcels at once.`,
      'too-long',
    );
  const wanted = wantedLines(input, readSaleLines(now.sale));
  const location = now.sale.maybe('Location', (n) => now.sale.string(n));
  const lines = wanted.map(({ line, quantity }) => ({
    ProductID: line.node.string('ProductID'),
    SKU: line.node.string('SKU'),
    Name: line.node.string('Name'),
    ...(location !== undefined && { Location: location }),
    Quantity: quantity,
  }));
  return { kind: 'done', keep: { there: false, lines } };
}

/** The lines that `corePlan` kept. */
const keptLines = (kept: JsonObject): JsonObject[] =>
  (Array.isArray(kept.lines) ? kept.lines : []).filter(
    (line): line is JsonObject => typeof line === 'object' && line !== null && !Array.isArray(line),
  );

const unitsKept = (lines: readonly JsonObject[]): Map<string, number> =>
  unitsOf(
    lines.flatMap(({ ProductID: productId, Quantity: quantity }) =>
      typeof productId === 'string' && typeof quantity === 'number' ? [{ productId, quantity }] : [],
    ),
  );

async function tasksOf(input: FulfilInput, env: StoreEnv): Promise<readonly Task[]> {
  const query = { SaleID: input.externalOrderId };
  return readTasks(await ask(env, { name: 'fulfilments', path: '/sale/fulfilment', query }));
}

/** The carrier stands in a list of the seller's; an unknown one would be refused. */
async function ensureCarrier(name: string, env: StoreEnv): Promise<void> {
  const answer = await ask(env, { name: 'carriers', path: '/ref/carrier', query: { Description: name } });
  const known = answer.strictList('CarrierList', (carrier) => carrier.string('Description'));
  if (known.some((one) => one.toLowerCase() === name.toLowerCase())) return;
  await ask(env, { name: 'add carrier', method: 'POST', path: '/ref/carrier', body: { Description: name } });
}

/** The fulfilment that is under way, or a new one. What the warehouse picked otherwise is not ours to change. */
async function openTask(input: FulfilInput, units: ReadonlyMap<string, number>, env: StoreEnv): Promise<Task> {
  const open = (await tasksOf(input, env)).filter((task) => !isShipped(task) && !isVoid(task));
  const fitting = open.find((task) => task.pick.status === 'AUTHORISED' && sameUnits(unitsOf(task.pick.lines), units));
  const unpicked = fitting ?? open.find((task) => task.pick.status !== 'AUTHORISED');
  if (unpicked) return unpicked;
  if (open.length > 0)
    throw refuse(
      'Cin7 Core has picked other quantities for this sale already; ship them there, or undo the pick and report again.',
      'picked-otherwise',
    );
  const body = { SaleID: input.externalOrderId };
  const answer = await ask(env, { name: 'new fulfilment', method: 'POST', path: '/sale/fulfilment', body });
  const made = readTasks(answer).find((task) => task.pick.status !== 'AUTHORISED' && !isVoid(task) && !isShipped(task));
  if (!made) throw new FieldProblem('Fulfilments', 'have none that is open');
  return made;
}

const isTask = (answer: ObjectReader, task: Task): void => {
  if (answer.string('TaskID', GUID).toLowerCase() !== task.id.toLowerCase())
    throw new FieldProblem('TaskID', 'is another fulfilment’s');
};

async function pick(task: Task, lines: readonly JsonObject[], env: StoreEnv): Promise<readonly TaskLine[]> {
  if (task.pick.status === 'AUTHORISED') return task.pick.lines;
  const body = { TaskID: task.id, Status: 'AUTHORISED', Lines: lines };
  const answer = await ask(env, { name: 'pick', method: 'POST', path: '/sale/fulfilment/pick', body });
  isTask(answer, task);
  return readTaskLines(answer);
}

/** Everything in one box, unless the warehouse has packed already. */
async function pack(task: Task, picked: readonly TaskLine[], env: StoreEnv): Promise<readonly string[]> {
  const boxesOf = (lines: readonly TaskLine[]): string[] => [...new Set(lines.map(({ box }) => box ?? OUR_BOX))];
  if (task.pack.status === 'AUTHORISED') return boxesOf(task.pack.lines);
  const Lines = picked.map(({ asWritten }) => ({ ...asWritten, Box: OUR_BOX }));
  // POST adds to the draft of the warehouse, PUT takes its place.
  const method = task.pack.status === 'DRAFT' ? 'PUT' : 'POST';
  const body = { TaskID: task.id, Status: 'AUTHORISED', Lines };
  const answer = await ask(env, { name: 'pack', method, path: '/sale/fulfilment/pack', body });
  isTask(answer, task);
  return [OUR_BOX];
}

export async function corePrepare(
  input: FulfilInput,
  kept: JsonObject,
  env: StoreEnv,
): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  const lines = keptLines(kept);
  const units = unitsKept(lines);
  const task = await openTask(input, units, env);
  await ensureCarrier(input.carrier.name, env);
  const picked = await pick(task, lines, env);
  if (!sameUnits(unitsOf(picked), units))
    throw fail(
      'refused',
      'Cin7 Core picked fewer units than were packed; complete the pick there, then report again.',
      {
        vendorCode: 'picked-otherwise',
      },
    );
  const boxes = await pack(task, picked, env);
  const redraft = task.ship.status === 'DRAFT';
  return { kind: 'done', keep: { taskId: task.id, boxes: [...boxes], address: task.ship.address, redraft } };
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const hasAddress = (address: unknown): boolean =>
  typeof address === 'object' && address !== null && Object.keys(address).length > 0;

export async function coreCreate(
  input: FulfilInput,
  kept: JsonObject,
  env: StoreEnv,
): Promise<StepOutcome<FulfilResult>> {
  if (kept.there === true) return { kind: 'done' };
  const taskId = typeof kept.taskId === 'string' ? kept.taskId : '';
  const boxes = textsOf(kept.boxes);
  const numbers = numbersOf(input);
  const today = (localTimeIn(env.now(), zoneOf(env) ?? 'UTC') ?? env.now().toISOString()).slice(0, 10);
  const line = (Box: string, TrackingNumber: string): object => ({
    ShipmentDate: `${today}T00:00:00Z`,
    Carrier: input.carrier.name,
    Box,
    TrackingNumber,
    IsShipped: true,
  });
  const answer = await ask(env, {
    name: 'ship',
    // POST adds to the draft of the warehouse, PUT takes its place.
    method: kept.redraft === true ? 'PUT' : 'POST',
    path: '/sale/fulfilment/ship',
    body: {
      TaskID: taskId,
      Status: 'AUTHORISED',
      ...(hasAddress(kept.address) && { ShippingAddress: kept.address }),
      // A number for each box where there are as many; else all boxes, and all numbers, in one.
      Lines:
        boxes.length > 1 && boxes.length === numbers.length
          ? boxes.map((box, at) => line(box, numbers[at] ?? ''))
          : [line(boxes.join(','), joined(numbers))],
    },
  });
  if (answer.string('TaskID', GUID).toLowerCase() !== taskId.toLowerCase())
    throw new FieldProblem('TaskID', 'is another fulfilment’s');
  const told = answer.strictList('Lines', (one) => (one.has('TrackingNumber') ? one.string('TrackingNumber') : ''));
  const there = splitNumbers(joined(told));
  if (numbers.some((number) => !there.includes(plain(number))))
    throw new FieldProblem('Lines', 'lack a tracking number');
  return { kind: 'done', result: { fulfilmentIds: [taskId] } };
}

export async function coreRecover(
  input: FulfilInput,
  step: string,
  kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const now = await current(input, env);
  const there = now && reported(now.tasks, input, typeof kept.taskId === 'string' ? kept.taskId : undefined);
  return there ? { kind: 'found', step, result: { fulfilmentIds: [there.id] } } : { kind: 'absent' };
}
