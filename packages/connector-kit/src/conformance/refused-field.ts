import { ConnectorError } from '../errors.ts';

/** The field that a message was refused for before any call, or "accepted". @throws whatever is no refusal */
export function refusedFieldOf(make: () => unknown): string | undefined {
  try {
    make();
  } catch (error) {
    if (error instanceof ConnectorError) return error.problem.field;
    throw error;
  }
  return 'accepted';
}
