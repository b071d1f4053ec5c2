/** People: accounts of a realm and where they work. Sign-up and the user manager come with Identity. */
export { addUser, type NewUser } from './add-user.ts';
export { accountKey } from './account-key.ts';
export { userNames } from './user-names.ts';
export { hashPassword, passwordMatches } from './password.ts';
