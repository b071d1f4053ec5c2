import { signIn } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';

export interface SignInInput {
  readonly tenantId: string;
  readonly userName: string;
  readonly password: string;
}
export const signInWith = ({ tenantId, userName, password }: SignInInput) =>
  api.call(signIn, { query: { tenantId }, body: { userName: userName.trim(), password } });
