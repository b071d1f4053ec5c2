/** Teleship through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-teleship/carrier';
import { samples } from '@scanship/carrier-teleship/harness';
import { simulator } from '@scanship/carrier-teleship/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
