/** Asendia USA through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-asendia-usa/carrier';
import { samples } from '@scanship/carrier-asendia-usa/harness';
import { simulator } from '@scanship/carrier-asendia-usa/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
