/** Chit Chats through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-chit-chats/carrier';
import { samples } from '@scanship/carrier-chit-chats/harness';
import { simulator } from '@scanship/carrier-chit-chats/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
