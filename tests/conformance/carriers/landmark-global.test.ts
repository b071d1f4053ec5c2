/** Landmark Global through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-landmark-global/carrier';
import { samples } from '@scanship/carrier-landmark-global/harness';
import { simulator } from '@scanship/carrier-landmark-global/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
