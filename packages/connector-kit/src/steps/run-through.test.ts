import { describe, expect, it } from 'vitest';
import { createTokenCache } from '../credentials/token-source.ts';
import type { CarrierEnv } from '../environment.ts';
import { fail } from '../errors.ts';
import { makeResponse } from '../http/http-response.ts';
import { runKeeping, runThrough } from './run-through.ts';
import type { Step, SteppedOperation } from './steps.ts';

interface R {
  readonly id?: string;
  readonly files?: number;
}

const env: CarrierEnv = {
  mode: 'simulator',
  credentials: {},
  settings: {},
  tokens: createTokenCache().of('x'),
  now: () => new Date(0),
  pause: () => Promise.resolve(),
  http: {
    send: () => Promise.resolve(makeResponse('V', { status: 200, headers: {}, bytes: new Uint8Array(), traceId: 't' })),
  },
};
const options = { deadlineMs: 100, vendor: 'V' };
const operation = (...steps: readonly Step<string, R>[]): SteppedOperation<string, R> => ({
  steps,
  recovery: 'none',
  settleAfterMs: 1000,
});
const draft: Step<string, R> = {
  name: 'draft',
  effect: 'reserve',
  run: () => Promise.resolve({ kind: 'done', keep: { draft: 'd-1' } }),
};
const pay: Step<string, R> = {
  name: 'pay',
  effect: 'pay',
  run: (input, { draft }) =>
    Promise.resolve({ kind: 'done', keep: { paid: [draft ?? null, input] }, result: { id: 's-1' } }),
};

describe('runKeeping', () => {
  it('hands back what the steps kept beside their result', async () => {
    let asked = 0;
    const label: Step<string, R> = {
      name: 'label',
      effect: 'read',
      run: () => {
        asked += 1;
        return Promise.resolve(
          asked < 3
            ? { kind: 'wait', retryAfterMs: 1, keep: { asked } }
            : { kind: 'done', result: { files: 1 }, keep: { label: true } },
        );
      },
    };
    expect(await runKeeping(operation(draft, pay, label), 'in', env, options)).toEqual({
      result: { id: 's-1', files: 1 },
      kept: { draft: 'd-1', paid: ['d-1', 'in'], asked: 2, label: true },
      effect: 'had',
    });
  });

  it('says how far a run came that failed after it had paid', async () => {
    const label: Step<string, R> = {
      name: 'label',
      effect: 'read',
      run: () => Promise.reject(fail('refused', 'no label')),
    };
    const broken = operation(draft, pay, label);
    expect(await runKeeping(broken, 'in', env, options)).toMatchObject({
      result: { id: 's-1' },
      kept: { paid: ['d-1', 'in'] },
      effect: 'had',
      problem: { message: 'no label' },
    });
    expect(await runThrough(broken, 'in', env, options)).toMatchObject({ ok: false, problem: { message: 'no label' } });
  });

  it.each([
    ['refused', () => Promise.reject(fail('refused', 'no')), 'none'],
    ['unknown', () => Promise.reject(fail('unknown-effect', 'lost')), 'perhaps'],
  ] as const)('tells apart a purchase that is %s', async (_what, run, effect) => {
    const ran = await runKeeping(operation(draft, { name: 'pay', effect: 'pay', run }), 'in', env, options);
    expect([ran.effect, ran.kept]).toEqual([effect, { draft: 'd-1' }]);
  });

  it('says nothing happened when the preparation itself fails', async () => {
    const lost: Step<string, R> = {
      name: 'draft',
      effect: 'reserve',
      run: () => Promise.reject(fail('unknown-effect', 'lost')),
    };
    expect((await runKeeping(operation(lost, pay), 'in', env, options)).effect).toBe('none');
  });
});
