import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CarrierEnv } from '../environment.ts';
import { ConnectorError, fail, PROBLEM_KINDS, type ProblemKind } from '../errors.ts';
import type { HttpRequest } from '../http/http.ts';
import { makeResponse } from '../http/http-response.ts';
import { FieldProblem } from '../answers/json-reader.ts';
import { nextStep, recoverStep, runStep } from './step-runner.ts';
import type { Step, StepEffect, StepOutcome, SteppedOperation } from './steps.ts';
import { createTokenCache } from '../credentials/token-source.ts';

interface R {
  readonly id?: string;
}
type Run = Step<string, R>['run'];

const env = (send: (request: HttpRequest) => Promise<unknown> = () => Promise.resolve()): CarrierEnv => ({
  mode: 'simulator',
  credentials: {},
  settings: {},
  tokens: createTokenCache().of('x'),
  now: () => new Date(0),
  http: {
    async send(request) {
      await send(request);
      return makeResponse('V', { status: 200, headers: {}, bytes: new Uint8Array(), traceId: 't' });
    },
  },
});
const operation = (
  effect: StepEffect,
  run: Run,
  more: Partial<SteppedOperation<string, R>> = {},
): SteppedOperation<string, R> => ({
  steps: [{ name: 'create', effect, run }],
  recovery: 'none',
  settleAfterMs: 1000,
  ...more,
});
const options = { deadlineMs: 100, vendor: 'V' };
const run = (effect: StepEffect, how: Run, e = env()): ReturnType<typeof runStep<string, R>> =>
  runStep(operation(effect, how), 'create', 'input', {}, e, options);
const kind = async (result: ReturnType<typeof run>): Promise<ProblemKind | 'ok'> => {
  const r = await result;
  return r.ok ? 'ok' : r.problem.kind;
};
const post: HttpRequest = { method: 'POST', path: '/x', name: 'create' };
const ask: HttpRequest = { method: 'GET', path: '/x', name: 'ask' };
const done: StepOutcome<R> = { kind: 'done' };

/** A connector that swallows what went wrong. */
const talksDown: Run = (_i, _k, w) =>
  w.http.send(post).then(
    () => done,
    () => {
      throw fail('refused', 'never mind');
    },
  );

describe('a step that costs', () => {
  it('lets a clear refusal stand', async () => {
    for (const k of PROBLEM_KINDS.filter((p) => p !== 'vendor-broken'))
      expect(await kind(run('create', () => Promise.reject(fail(k, 'words'))))).toBe(k);
  });
  it('an exception before anything was sent is not unknown', async () => {
    expect(await kind(run('create', () => Promise.reject(new TypeError('bug'))))).toBe('refused');
    expect(
      await kind(
        run('pay', async (_i, _k, e) => {
          await e.http.send(ask);
          throw new TypeError('bug');
        }),
      ),
    ).toBe('refused');
  });
  it.each<[string, unknown]>([
    ['an exception', new TypeError('x of undefined')],
    ['an unreadable field', new FieldProblem('id', 'is missing')],
    ['a broken answer', fail('vendor-broken', 'not JSON')],
  ])('%s after the effect was sent is unknown', async (_name, thrown) => {
    const result = await run('create', async (_i, _k, e) => {
      await e.http.send(post);
      throw thrown;
    });
    expect(result).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
  });
  it('a broken answer to a mere question before the effect leaves nothing unknown', async () => {
    expect(
      await kind(
        run('create', async (_i, _k, e) => {
          await e.http.send(ask);
          throw fail('vendor-broken', 'token page');
        }),
      ),
    ).toBe('temporary-before-effect');
  });
  it('a second call that fails after the first took effect is unknown', async () => {
    let calls = 0;
    const e = env(() => {
      calls += 1;
      return calls === 2 ? Promise.reject(fail('temporary-before-effect', 'down')) : Promise.resolve();
    });
    expect(
      await kind(
        run(
          'create',
          async (_i, _k, w) => {
            await w.http.send(post);
            await w.http.send(ask);
            return done;
          },
          e,
        ),
      ),
    ).toBe('unknown-effect');
  });
  it('a connector cannot talk an unknown outcome down to a refusal', async () => {
    const e = env(() => Promise.reject(fail('unknown-effect', 'time-out')));
    expect(await kind(run('create', talksDown, e))).toBe('unknown-effect');
  });
  it('a deadline is unknown only when the effect may have been sent', async () => {
    expect(await kind(run('create', () => sleep(2000, done)))).toBe('temporary-before-effect');
    const deaf = env(() => sleep(2000));
    expect(
      await kind(
        run(
          'create',
          async (_i, _k, w) => {
            await w.http.send(post);
            return done;
          },
          deaf,
        ),
      ),
    ).toBe('unknown-effect');
  });
  it('nothing is sent after the deadline', async () => {
    let sent = 0;
    const e = env(() => {
      sent += 1;
      return Promise.resolve();
    });
    const late = run(
      'create',
      async (_i, _k, w) => {
        await sleep(500);
        await w.http.send(post);
        return done;
      },
      e,
    );
    expect(await kind(late)).toBe('temporary-before-effect');
    await sleep(300);
    expect(sent).toBe(0);
  });
  it('ends the HTTP call at the deadline', async () => {
    const e = env(
      (request) =>
        new Promise((_resolve, reject) => {
          request.signal?.addEventListener('abort', () => reject(fail('unknown-effect', 'cancelled')));
        }),
    );
    // Without its signal the call would never end.
    expect(
      await kind(
        run(
          'create',
          async (_i, _k, w) => {
            await w.http.send(post);
            return done;
          },
          e,
        ),
      ),
    ).toBe('unknown-effect');
  });
});

describe('outcomes', () => {
  it.each<[string, unknown]>([
    ['a date', new Date()],
    ['NaN', Number.NaN],
    ['a function', () => 1],
    ['a map', new Map()],
    ['bytes', new Uint8Array(2)],
    ['too much', 'x'.repeat(70_000)],
  ])('refuses to keep %s', async (_name, value) => {
    // What the types forbid and a connector's untyped reader may still hand over.
    const keep: Record<string, string> = {};
    Reflect.set(keep, 'deep', [{ value }]);
    expect(await kind(run('create', () => Promise.resolve({ kind: 'done', keep })))).toBe('unknown-effect');
    expect(await kind(run('read', () => Promise.resolve({ kind: 'done', keep })))).toBe('vendor-broken');
  });
  it('only a reading step may wait', async () => {
    const wait: StepOutcome<R> = { kind: 'wait', retryAfterMs: 10 };
    expect(await kind(run('read', () => Promise.resolve(wait)))).toBe('ok');
    expect(await kind(run('create', () => Promise.resolve(wait)))).toBe('unknown-effect');
  });
  it('reading steps say vendor-broken for what cannot be read', async () => {
    expect(await kind(run('read', () => Promise.reject(new FieldProblem('id', 'is missing'))))).toBe('vendor-broken');
  });
});

describe('order', () => {
  const three: SteppedOperation<string, R> = {
    steps: ['a', 'b', 'c'].map((name) => ({ name, effect: 'read', run: () => Promise.resolve(done) })),
    recovery: 'none',
    settleAfterMs: 0,
  };
  it('goes on at the first unfinished step', () => {
    expect(nextStep(three, [])?.name).toBe('a');
    expect(nextStep(three, ['a', 'b'])?.name).toBe('c');
    expect(nextStep(three, ['a', 'b', 'c'])).toBeUndefined();
  });
  it('refuses a finished step it does not know', () =>
    expect(() => nextStep(three, ['a', 'old-name'])).toThrow(/old-name/));
  it('refuses to run a step that is not there', async () => {
    await expect(runStep(three, 'z', '', {}, env(), options)).rejects.toThrow(RangeError);
  });
});

describe('recovery', () => {
  it('own-key repeats the step', async () => {
    const op = operation('create', () => Promise.resolve({ kind: 'done', result: { id: '7' } }), {
      recovery: 'own-key',
    });
    expect(await recoverStep(op, 'create', '', {}, env(), options)).toEqual({
      ok: true,
      value: { kind: 'found', step: 'create', keep: undefined, result: { id: '7' } },
    });
    const declined = operation('create', () => Promise.reject(fail('refused', 'no')), { recovery: 'own-key' });
    expect(await recoverStep(declined, 'create', '', {}, env(), options)).toEqual({
      ok: true,
      value: { kind: 'absent' },
    });
  });
  it('own-key does not take a fault of ours for absence', async () => {
    const op = operation('create', () => Promise.reject(new TypeError('bug')), { recovery: 'own-key' });
    expect(await recoverStep(op, 'create', '', {}, env(), options)).toMatchObject({ ok: false });
  });
  it('none says that a person decides', async () => {
    const result = await recoverStep(
      operation('create', () => Promise.resolve(done)),
      'create',
      '',
      {},
      env(),
      options,
    );
    expect(result).toMatchObject({ ok: false, problem: { kind: 'unknown-effect', vendorCode: 'cannot-be-asked' } });
  });
  it('a look-up that names a step which does not exist is refused', async () => {
    const op = operation('create', () => Promise.resolve(done), {
      recovery: 'by-reference',
      recover: () => Promise.resolve({ kind: 'found', step: 'old' }),
    });
    expect(await recoverStep(op, 'create', '', {}, env(), options)).toMatchObject({
      ok: false,
      problem: { vendorCode: 'connector-fault' },
    });
  });
  it('a look-up that fails says so and concludes nothing', async () => {
    const op = operation('create', () => Promise.resolve(done), {
      recovery: 'listing',
      recover: () => Promise.reject(fail('temporary-before-effect', 'down')),
    });
    expect(await recoverStep(op, 'create', '', {}, env(), options)).toMatchObject({
      ok: false,
      problem: { kind: 'temporary-before-effect' },
    });
    expect(new ConnectorError({ kind: 'refused', message: 'm' }).problem.kind).toBe('refused');
  });
});

describe('what gives back a session', () => {
  const back: HttpRequest = { method: 'POST', path: '/logout', name: 'sign out', closing: true };
  /** Asks until the time is over, then signs out. */
  const asked: Run = async (_input, _kept, e) => {
    try {
      await e.http.send(ask);
      return done;
    } finally {
      await e.http.send(back);
    }
  };

  it('is sent when the time of the step is over, without the signal that ended it', async () => {
    const sent: (readonly [string, boolean])[] = [];
    const slow = env(async ({ name, signal }) => {
      sent.push([name, signal === undefined]);
      if (name !== 'ask') return;
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
      throw fail('temporary-before-effect', 'V did not answer in time.');
    });
    expect(await kind(run('create', asked, slow))).toBe('temporary-before-effect');
    expect(sent).toEqual([
      ['ask', false],
      ['sign out', true],
    ]);
  });

  it('is no effect of the step: a refusal after it stays one', async () => {
    const refused: Run = async (_input, _kept, e) => {
      await e.http.send(back);
      throw fail('refused', 'No.');
    };
    expect(await kind(run('create', refused))).toBe('refused');
    const broken: Run = async (_input, _kept, e) => {
      await e.http.send(back);
      throw new FieldProblem('x', 'is missing');
    };
    expect(await kind(run('create', broken))).toBe('temporary-before-effect');
  });
});
