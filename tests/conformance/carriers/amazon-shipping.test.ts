/** Amazon Shipping through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-amazon-shipping/carrier';
import { samples } from '@scanship/carrier-amazon-shipping/harness';
import { simulator } from '@scanship/carrier-amazon-shipping/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
