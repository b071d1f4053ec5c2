/** Purolator through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-purolator/carrier';
import { samples } from '@scanship/carrier-purolator/harness';
import { simulator } from '@scanship/carrier-purolator/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
