/** Nationex through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-nationex/carrier';
import { samples } from '@scanship/carrier-nationex/harness';
import { simulator } from '@scanship/carrier-nationex/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
