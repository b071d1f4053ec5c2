/** The admin side of the simulator host: faults, clock, throttle and books. Loopback only, like the host. */
import { z } from 'zod';
import { faultSchema } from './faults.ts';
import { jsonAnswer, type SimAnswer, type SimContext } from './simulator.ts';
import type { OpenSimulator } from './open-simulator.ts';

const faultsBody = z.array(faultSchema);
const clockBody = z.strictObject({ offsetMs: z.number() });
const throttleBody = z.strictObject({ calls: z.int().positive(), perMs: z.number().positive() }).nullable();

const HELP =
  'GET /_admin; GET|PUT|DELETE /_admin/<slug>/faults; GET /_admin/<slug>/books; PUT /_admin/<slug>/clock; PUT /_admin/<slug>/throttle; PUT /_admin/<slug>/push';

function parsed<T>(schema: z.ZodType<T>, body: string): { readonly value: T } | { readonly answer: SimAnswer } {
  let json: unknown;
  try {
    json = JSON.parse(body) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { answer: jsonAnswer(400, { error: 'The body is not JSON.' }) };
  }
  const result = schema.safeParse(json);
  return result.success
    ? { value: result.data }
    : { answer: jsonAnswer(400, { error: z.prettifyError(result.error) }) };
}

export async function handleAdmin(
  method: string,
  path: readonly string[],
  body: string,
  open: (slug: string) => Promise<OpenSimulator> | undefined,
  slugs: readonly string[],
  contextOf: (slug: string, state: OpenSimulator) => SimContext,
): Promise<SimAnswer> {
  const [slug = '', what = ''] = path;
  if (slug === '') return jsonAnswer(200, { simulators: [...slugs], help: HELP });
  const state = await open(slug);
  if (!state) return jsonAnswer(404, { error: `There is no simulator "${slug}".` });
  const call = `${method} ${what}`;
  if (call === 'GET books')
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(state.books.all()) };
  if (call === 'GET faults')
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(state.faults.state()) };
  if (call === 'DELETE faults') {
    state.faults.set([]);
    return jsonAnswer(200, { faults: 0 });
  }
  if (call === 'PUT faults' || call === 'POST faults') {
    const faults = parsed(faultsBody, body);
    if ('answer' in faults) return faults.answer;
    const names = state.simulator.routes.map((r) => r.name);
    const stray = faults.value.find((f) => f.route !== undefined && !names.includes(f.route));
    if (stray) return jsonAnswer(400, { error: `There is no route "${stray.route}"; routes are ${names.join(', ')}.` });
    state.faults.set(faults.value);
    return jsonAnswer(200, { faults: faults.value.length });
  }
  if (call === 'PUT clock' || call === 'POST clock') {
    const clock = parsed(clockBody, body);
    if ('answer' in clock) return clock.answer;
    state.clockOffsetMs = clock.value.offsetMs;
    return jsonAnswer(200, { offsetMs: clock.value.offsetMs });
  }
  if (call === 'PUT throttle' || call === 'POST throttle') {
    const throttle = parsed(throttleBody, body);
    if ('answer' in throttle) return throttle.answer;
    state.throttle = throttle.value ?? undefined;
    state.callTimes.clear();
    return jsonAnswer(200, { throttled: throttle.value !== null });
  }
  if (call === 'PUT push') {
    if (!state.simulator.push) return jsonAnswer(404, { error: `${state.simulator.name} pushes nothing.` });
    const pushes = await state.simulator.push(contextOf(slug, state));
    return jsonAnswer(200, { pushes: pushes.map(({ account, status }) => ({ account, status })) });
  }
  return jsonAnswer(404, { error: `Unknown admin call. ${HELP}` });
}
