/** Sendcloud through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-sendcloud/carrier';
import { samples } from '@scanship/carrier-sendcloud/harness';
import { simulator } from '@scanship/carrier-sendcloud/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
