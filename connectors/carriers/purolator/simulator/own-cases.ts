/** One request and one answer for every operation, written from the vendor's documents. */
import type { OwnCase } from '@scanship/connector-kit/own-case';

export const ownCases = (): readonly OwnCase[] => [];
