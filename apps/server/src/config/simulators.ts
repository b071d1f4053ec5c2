/** SIMULATORS: whether simulators answer here, or the address of a host of them that several processes share. */
import * as z from 'zod/mini';

export interface SimulatorSettings {
  readonly simulators: boolean;
  /** Of a host of simulators that runs already; absent: this process starts its own. */
  readonly simulatorsUrl: string | undefined;
}

/** @param flag 1, 0 and what else is read as such; undefined where it is neither */
export const simulatorsSetting = (flag: (value: string) => boolean | undefined) => ({
  SIMULATORS: {
    check: z.pipe(
      z.string(),
      z.transform((value: string, ctx): boolean | string => {
        const url = /^http:/i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
        if (url && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin;
        const known = flag(value);
        if (known === undefined)
          ctx.issues.push({
            code: 'custom',
            message: 'must be 1, 0 or an address like http://127.0.0.1:9100',
            input: '',
          });
        return known ?? false;
      }),
    ),
    fallback: 'as DEMO',
    summary:
      'Runs the sample carriers. The address of a host of simulators that runs already lets several processes share one. Refused in PROD.',
  },
});

export const simulatorSettings = (given: boolean | string): SimulatorSettings => ({
  simulators: given !== false,
  simulatorsUrl: typeof given === 'string' ? given : undefined,
});
